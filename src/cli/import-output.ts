import { badLineText } from "../domain/data-file/bad-line-text.ts";
import { dataKinds } from "../domain/data-file/data-line.ts";
import type { BadFile } from "../store/import/import-data-file.ts";
import type { ImportCounts } from "../store/import/tally.ts";
import { CommandFailed } from "./command-context.ts";
import { formatTable } from "./table.ts";

/** The counts of an import as a table. */
export function formatCounts({ read, ...counts }: ImportCounts, dryRun: boolean): string {
  const { created, updated, unchanged } = counts;
  const kinds = dataKinds.filter((kind) => created[kind] ?? updated[kind] ?? unchanged[kind]);
  const rows = kinds.map((kind) => [
    kind,
    ...[created, updated, unchanged].map((count) => String(count[kind] ?? 0)),
  ]);
  const result = dryRun ? "The file is good; nothing was changed." : `Read ${read} lines.`;
  return rows.length === 0
    ? result
    : `${formatTable(["kind", "created", "updated", "unchanged"], rows)}\n${result}`;
}

/** The failure of a command that lists the bad lines. */
export function badFile({ errors, errorCount }: BadFile): CommandFailed {
  const untold = errorCount - errors.length;
  const message = [
    ...errors.map(badLineText),
    ...(untold > 0 ? [`… and ${untold} more`] : []),
    `Nothing was imported: ${errorCount} bad ${errorCount === 1 ? "line" : "lines"}.`,
  ].join("\n");
  return new CommandFailed(message, { errors, error_count: errorCount });
}
