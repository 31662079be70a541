import { visibleCell } from "./visible-text.ts";

/**
 * Aligns the cells of rows under their headings, with two spaces between columns. A table that is
 * wider than `width` becomes one block a row, with one line a cell.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly string[][],
  width = Number.POSITIVE_INFINITY,
): string {
  const titles = headings.map((heading) => heading.toUpperCase());
  const lines = lineUp([titles, ...rows]);
  if (rows.length === 0 || lines.every((line) => line.length <= width)) return lines.join("\n");
  return rows
    .map((row) => lineUp(titles.map((title, column) => [title, row[column] ?? ""])).join("\n"))
    .join("\n\n");
}

/** One fact a line: its name, and its value in a second column. */
export function formatFacts(facts: readonly (readonly [name: string, value: string])[]): string {
  return lineUp(facts).join("\n");
}

function lineUp(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map(visibleCell));
  const columns = rows[0]?.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? "").length), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(columns?.[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
