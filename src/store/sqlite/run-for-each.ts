import type { ValueRow } from "../engine.ts";

/** Takes the place of a statement's parameters: the statement runs once with each of its rows. */
export class RunForEach {
  readonly rows: readonly ValueRow[];
  constructor(rows: readonly ValueRow[]) {
    this.rows = rows;
  }
}
