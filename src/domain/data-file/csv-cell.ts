/**
 * Reads a cell without the apostrophe that keeps a spreadsheet from running it as a formula, such as of
 * `'=1+1`. Who writes CSV puts one more before every cell that begins so, with apostrophes or without, so
 * that each text is read as it was.
 */
export function readCell(cell: string): string {
  const text = cell.trim();
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
