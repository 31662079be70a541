import { textWidth } from "./text-width.ts";
import { visibleCell, visibleText } from "./visible-text.ts";

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
  if (rows.length === 0 || width === Number.POSITIVE_INFINITY) return lines.join("\n");
  if (lines.every((line) => textWidth(line) <= width)) return lines.join("\n");
  return rows
    .map((row) => lineUp(titles.map((title, column) => [title, row[column] ?? ""])).join("\n"))
    .join("\n\n");
}

/** One fact a line: its name, and its value in a second column. */
export function formatFacts(facts: readonly (readonly [name: string, value: string])[]): string {
  return lineUp(facts).join("\n");
}

function lineUp(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) =>
    row.map((cell) => {
      const shown = visibleText(visibleCell(cell));
      return { shown, width: textWidth(shown) };
    }),
  );
  const columns = rows[0]?.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.width ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map(({ shown, width }, column) => shown + " ".repeat((columns?.[column] ?? width) - width))
      .join("  ")
      .trimEnd(),
  );
}
