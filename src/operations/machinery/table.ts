import { visibleCell, visibleText } from "./visible-text.ts";

/**
 * Aligns the cells of rows under their headings, with two spaces between columns. Columns of words are cut where the table
 * is wider than `width`; ids, times and addresses never are, because a part of one is of no use. A table that is wider
 * even so becomes one block a row, with one line a cell, and nothing is cut.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly string[][],
  width = Number.POSITIVE_INFINITY,
): string {
  const titles = headings.map((heading) => heading.toUpperCase());
  const lines = lineUp([titles, ...rows]);
  if (rows.length === 0 || width === Number.POSITIVE_INFINITY) return lines.join("\n");
  const excess = widestOf(lines) - width;
  if (excess <= 0) return lines.join("\n");
  const narrow = lineUp([titles, ...cutWords(rows, titles.length, excess)]);
  if (widestOf(narrow) <= width) return narrow.join("\n");
  return rows
    .map((row) => lineUp(titles.map((title, column) => [title, row[column] ?? ""])).join("\n"))
    .join("\n\n");
}

/** Words of a language, which are understood without their end. */
const words = /\p{L} \p{L}|\p{Lo}{4}/u;
/** What ids, times and addresses have, and words have not. */
const exact = /[\d/@:_=]/;
const wordsColumnsMin = 16;

/** The rows in so much less room, if their columns of words have it: the widest one gives first. */
function cutWords(rows: readonly string[][], columns: number, excess: number): string[][] {
  const widths = Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => shownCell(row[column] ?? ""));
    const isExact = (cell: string) =>
      exact.test(cell) && !words.test(cell) && textWidth(cell) > wordsColumnsMin;
    return cells.some((cell) => words.test(cell)) && !cells.some(isExact) ? widestOf(cells) : 0;
  });
  for (let left = excess; left > 0; left -= 1) {
    const widest = Math.max(...widths);
    if (widest <= wordsColumnsMin) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return width === 0 ? cell : cutText(shownCell(cell), width);
    }),
  );
}

function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text)), 0);
}

function shownCell(cell: string): string {
  return visibleText(visibleCell(cell));
}

/** One fact a line: its name, and its value in a second column. */
export function formatFacts(facts: readonly (readonly [name: string, value: string])[]): string {
  return lineUp(facts).join("\n");
}

function lineUp(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) =>
    row.map((cell) => {
      const shown = shownCell(cell);
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

let segmenter: Intl.Segmenter | null = null;

/** Made when a text needs it: it costs each command ten milliseconds. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** The controls that the commands print themselves: bold and colours. */
const ownControls = new RegExp(String.raw`\x1b\[\d+m`, "g");
/** The blocks of Unicode whose characters are wide or full-width (UAX 11). */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text.replace(ownControls, ""))) width += widthOf(segment);
  return width;
}

/** The width of one character as a reader sees it. */
function widthOf(segment: string): number {
  // Nothing but marks, joiners and controls.
  if (/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u.test(segment)) return 0;
  return wide.test(segment) || /^\p{RGI_Emoji}$/v.test(segment) ? 2 : 1;
}

/** The text, or its beginning with an ellipsis where it takes more columns than `width`. */
function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  let left = width - 1;
  for (const { segment } of graphemesOf(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
