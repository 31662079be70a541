/** Rows of one CSV file of slots, at most: it is held in memory. */
export const csvRowsMax = 100_000;

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
