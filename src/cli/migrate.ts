import { Command } from "commander";
import { openStore } from "../store/store.ts";
import type { CommandContext } from "./command-context.ts";

export function migrateCommand(context: CommandContext): Command {
  return new Command("migrate")
    .description("Apply missing migrations; a newer schema is refused.")
    .addHelpText("after", "\nExample:\n  booking migrate")
    .action(async () => {
      const settings = context.readSettings();
      const store = openStore(settings.databaseUrl, settings);
      try {
        const applied = await store.migrate(context.audit().now);
        context.print(
          { applied },
          applied.length === 0 ? "The schema is current." : `Applied ${applied.join(", ")}.`,
        );
      } finally {
        await store.close();
      }
    });
}
