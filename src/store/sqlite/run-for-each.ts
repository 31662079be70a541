import type { ValueRow } from "../engine.ts";

/** Stands in place of a statement's parameters: the statement runs once with each row of them. */
export class RunForEach {
  readonly rows: readonly ValueRow[];
  constructor(rows: readonly ValueRow[]) {
    this.rows = rows;
  }
}
