/** The signs between cells, by the names under which one asks for them. */
export const csvDelimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type CsvDelimiter = keyof typeof csvDelimiters;

/** Without a byte order mark, spreadsheets take UTF-8 for another encoding. */
export const csvMark = "\uFEFF";

/** Reads a cell as it was written (`writeCsvRow`); `="00123"` is how programs keep the zeros of a number. */
export function readCell(cell: string, delimiter: string): string {
  const text = cell.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  const forced = forcedText.exec(text)?.[1];
  return forced === undefined ? withoutApostrophes(text, delimiter) : forced.replaceAll('""', '"');
}

/** A formula that is nothing but a text. */
const forcedText = /^="((?:[^"]|"")*)"$/;

/**
 * Writes one row. A spreadsheet runs a cell that begins with one of some signs as a formula, also a part of a cell where
 * it takes another character for the delimiter. An apostrophe stands before each such sign, and `readCell` takes it off.
 */
export function writeCsvRow(cells: readonly string[], delimiter: string): string {
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
    // A program that guesses the separator may cut a cell at any of these. A cell with a comma of a file of commas is in
    // quotes, which every program sees.
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

const matchesNothing = /(?!)/g;

function withApostrophes(cell: string, delimiter: string): string {
  return cell.replaceAll(beforeFormula.get(delimiter)?.plain ?? matchesNothing, "$<before>'");
}

function withoutApostrophes(cell: string, delimiter: string): string {
  return cell.includes("'")
    ? cell.replaceAll(beforeFormula.get(delimiter)?.marked ?? matchesNothing, "$<before>")
    : cell;
}

function quoted(delimiter: string): (cell: string) => string {
  return (cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
