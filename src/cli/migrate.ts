import { Command } from "commander";
import { openStore } from "../store/store.ts";
import { announceNewDatabase } from "./database-file.ts";
import type { CommandContext } from "./command-context.ts";

export function migrateCommand(context: CommandContext): Command {
  return new Command("migrate")
    .description(
      "Apply missing migrations; a schema that this version cannot work with is refused.",
    )
    .option("--distribute", "then place the tables by account over the nodes of a Citus database")
    .addHelpText("after", "\nExample:\n  booking migrate")
    .action(async ({ distribute }: { readonly distribute?: true }) => {
      const settings = context.readSettings();
      announceNewDatabase(settings, (text) => context.say(text));
      const store = openStore(settings.databaseUrl, settings);
      try {
        const applied = await store.migrate(context.audit().now);
        const isAhead = (await store.schemaState()) === "ahead";
        const words = wordsOf(applied, isAhead);
        if (distribute !== true) return context.print({ applied }, words);
        const distributed = await store.distribute();
        context.print({ applied, distributed }, `${words} ${wordsOfPlaced(distributed)}`);
      } finally {
        await store.close();
      }
    });
}

function wordsOfPlaced(tables: readonly string[]): string {
  return tables.length === 0
    ? "Every table is in its place."
    : `Placed ${tables.length} tables over the nodes.`;
}

function wordsOf(applied: readonly string[], isAhead: boolean): string {
  if (applied.length > 0) return `Applied ${applied.join(", ")}.`;
  return isAhead
    ? "The schema is of a later release, with which this one may work. Nothing was applied."
    : "The schema is current.";
}
