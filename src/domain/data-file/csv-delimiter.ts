/** Finds the delimiter in the header: a spreadsheet writes a comma, a semicolon or a tab, by its locale. */
export function csvDelimiterOf(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  return [";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ",";
}
