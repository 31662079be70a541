export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

const week = 7;

/** The target of a key in a grid of days by hours; null for other keys. */
export function moveInGrid(
  key: string,
  control: boolean,
  { row, column }: GridPlace,
  [rows, columns]: readonly [number, number],
): GridPlace | null {
  const to = (nextRow: number, nextColumn: number): GridPlace => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  switch (key) {
    case "ArrowLeft":
      return to(row, column - 1);
    case "ArrowRight":
      return to(row, column + 1);
    case "ArrowUp":
      return to(row - 1, column);
    case "ArrowDown":
      return to(row + 1, column);
    case "PageUp":
      return to(row - week, column);
    case "PageDown":
      return to(row + week, column);
    case "Home":
      return to(control ? 0 : row, 0);
    case "End":
      return to(control ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}
