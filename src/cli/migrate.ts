import { Command } from "commander";
import type { Settings } from "../service/settings.ts";
import { convertStore, openStore } from "../store/store.ts";
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
      const converted = await convertFormer(context, settings);
      const store = openStore(settings.databaseUrl, settings);
      try {
        const applied = [...converted, ...(await store.migrate(context.audit().now))];
        const isAhead = (await store.schemaState()) === "ahead";
        const words = appliedText(applied, isAhead);
        if (distribute !== true) return context.print({ applied }, words);
        const distributed = await store.distribute();
        context.print({ applied, distributed }, `${words} ${placedText(distributed)}`);
      } finally {
        await store.close();
      }
    });
}

/** Brings a database of 0.2.0 into the present schema; returns the migrations that it has then. */
async function convertFormer(context: CommandContext, settings: Settings): Promise<string[]> {
  const store = openStore(settings.databaseUrl, settings);
  try {
    if ((await store.schemaState()) !== "unconverted") return [];
  } finally {
    await store.close();
  }
  const converted = await convertStore(settings.databaseUrl, settings, {
    now: context.audit().now,
    onBegin: (bytes) =>
      context.say(
        `The database is of 0.2.0 and is converted as a whole or not at all. It has ${mebibytes(bytes)}; up to ` +
          `${mebibytes(bytes * 2)} more are needed until it is done.`,
      ),
    onFilled: (table, rows) => {
      if (rows > 0) context.say(`${table}: ${rows.toLocaleString("en")} rows`);
    },
  });
  context.say("Converted.");
  return converted;
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString("en")} MiB`;
}

function placedText(tables: readonly string[]): string {
  return tables.length === 0
    ? "Every table is in its place."
    : `Placed ${tables.length} tables over the nodes.`;
}

function appliedText(applied: readonly string[], isAhead: boolean): string {
  if (applied.length > 0) return `Applied ${applied.join(", ")}.`;
  return isAhead
    ? "The schema is of a later release, with which this one may work. Nothing was applied."
    : "The schema is current.";
}
