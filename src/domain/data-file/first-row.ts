import type { CsvRow } from "./csv-splitter.ts";

/** Rows in which the names of columns are looked for. */
const rowsLookedAt = 20;
/** Cells of a row that seems to be the names of columns, at least. */
const cellsMin = 3;

/**
 * Returns what to change in a file whose first row does not name its columns: many exports begin with a title, or have
 * another sign between cells. Null where the rows show neither. `isHeader` says whether a row names the columns.
 */
export function faultOfFirstRow(
  rows: readonly CsvRow[],
  delimiter: string,
  isHeader: (record: readonly string[]) => boolean = () => false,
): string | null {
  const [first, ...others] = rows;
  if (first === undefined) return null;
  const [title = "", ...more] = first.record.filter((cell) => cell.trim() !== "");
  const isTitle = more.length === 0;
  const below = others
    .slice(0, rowsLookedAt)
    .find(({ record }) =>
      readings(record, delimiter).some(
        (cells) => isHeader(cells) || (isTitle && filled(cells) >= cellsMin),
      ),
    );
  if (below !== undefined) {
    return `the names of the columns in the first row: they seem to stand in line ${below.line}; remove the lines before it`;
  }
  return isTitle && title.split("|").length >= cellsMin
    ? "commas, semicolons or tabs between cells, not |"
    : null;
}

/**
 * A row as the file was split, or as other signs split it. The sign was guessed from the first row, which shows none where
 * it is a title.
 */
function readings(record: readonly string[], delimiter: string): readonly (readonly string[])[] {
  const [only] = record;
  if (record.length > 1 || only === undefined) return [record];
  const signs = [",", ";", "\t"].filter((each) => each !== delimiter);
  return signs.map((sign) => only.split(sign));
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}
