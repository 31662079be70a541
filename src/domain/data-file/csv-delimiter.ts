/** A spreadsheet's delimiter depends on its country. */
export function csvDelimiterOf(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  return [";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ",";
}
