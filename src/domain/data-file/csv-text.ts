/** Rows of one CSV file of slots, at most: it is held in memory. */
export const csvRowsMax = 100_000;

/** Reads a cell as it was written (`writeCsvRow`); `="00123"` is how programs keep the zeros of a number. */
export function readCell(cell: string, delimiter = ","): string {
  const text = cell.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  const forced = forcedText.exec(text)?.[1];
  return forced === undefined ? withoutApostrophes(text, delimiter) : forced.replaceAll('""', '"');
}

/** A formula that is nothing but a text. */
const forcedText = /^="((?:[^"]|"")*)"$/;

interface Dialect {
  readonly delimiter: string;
  /** Where the header begins, in bytes. */
  readonly begin: number;
  readonly linesBefore: number;
}

/**
 * Finds the delimiter: a spreadsheet writes a comma, a semicolon or a tab, by its locale. `sep=;` in the first line says
 * it, which Excel reads and some programs write. Else it is the one that is most often in the header, outside of quotes.
 */
export function dialectOf(text: string): Dialect {
  const [mark = "", said] = /^\uFEFF?(?:sep=([,;\t])(?:\r\n|\n|\r))?/i.exec(text) ?? [];
  const begin = Buffer.byteLength(mark);
  const linesBefore = said === undefined ? 0 : 1;
  if (said !== undefined) return { delimiter: said, begin, linesBefore };
  const header = /[^\r\n]+/g;
  header.lastIndex = mark.length;
  const names = (header.exec(text)?.[0] ?? "").replaceAll(/"(?:[^"]|"")*"/g, "");
  const count = (delimiter: string) => names.split(delimiter).length - 1;
  const [first = ","] = [",", ";", "\t"].toSorted((one, other) => count(other) - count(one));
  return { delimiter: first, begin, linesBefore };
}

/** The delimiter of a spreadsheet's text. */
export function csvDelimiterOf(text: string): string {
  return dialectOf(text).delimiter;
}

/**
 * Writes one row. A spreadsheet runs a cell that begins with one of some signs as a formula, also a part of a cell where
 * it takes another character for the delimiter. An apostrophe stands before each such sign, and `readCell` takes it off.
 */
export function writeCsvRow(cells: readonly string[], delimiter = ","): string {
  const written = cells.map((cell) => withApostrophes(cell, delimiter)).map(quoted(delimiter));
  return `${written.join(delimiter)}\r\n`;
}

/** Writes a row of a file again as it was read, so that it says the same and runs nothing. */
export function rewriteCsvRow(cells: readonly string[], delimiter: string): string {
  const written = cells.map((cell) =>
    forcedText.test(cell.trim())
      ? cell.trim()
      : withApostrophes(readCell(cell, delimiter), delimiter),
  );
  return `${written.map(quoted(delimiter)).join(delimiter)}\r\n`;
}

/** Signs that begin a formula, also as wide as a CJK character. */
const formulaSigns = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";
/** What a spreadsheet passes over before such a sign: space, quotes, and characters that nobody sees. */
const passedOver = '(?:["\\s\\p{Cc}\\p{Cf}])*';

const beforeFormula = new Map(
  [",", ";", "\t"].map((delimiter) => {
    // What stands behind the file's own comma is in quotes.
    const guessed = delimiter === "," ? ";\\t\\r\\n" : ",;\\t\\r\\n";
    const begin = `(?<before>(?:^|[${guessed}])${passedOver}'*)`;
    return [
      delimiter,
      {
        plain: new RegExp(`${begin}(?=${formulaSigns})`, "gu"),
        marked: new RegExp(`${begin}'(?=${formulaSigns})`, "gu"),
      },
    ] as const;
  }),
);

function withApostrophes(cell: string, delimiter: string): string {
  return cell.replaceAll(beforeFormula.get(delimiter)?.plain ?? /$^/g, "$<before>'");
}

function withoutApostrophes(cell: string, delimiter: string): string {
  return cell.includes("'")
    ? cell.replaceAll(beforeFormula.get(delimiter)?.marked ?? /$^/g, "$<before>")
    : cell;
}

function quoted(delimiter: string): (cell: string) => string {
  return (cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
