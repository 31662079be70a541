import type { SQLInputValue } from "node:sqlite";
import type { BadLine, DataKind } from "../../domain/data-file/data-line.ts";
import { assignIds } from "./assign-ids.ts";
import { overbooked } from "./count-seats.ts";
import { importInTransaction, type TransactionOrder } from "./import-in-transaction.ts";
import type { ImportResult, PortionsOrder } from "./import-order.ts";
import { leftOutLines } from "./left-out-lines.ts";
import { inTransaction, type ImportTarget } from "./run-attempt.ts";
import { portionCacheKibibytes, Scratch } from "./scratch.ts";

/** A line of the file by its number. */
export type FileLine = readonly [kind: DataKind, line: number];

export interface WrittenPortion {
  readonly result: ImportResult;
  readonly leftOut: readonly BadLine[];
  readonly overbooked: ReturnType<typeof overbooked>;
  /** How long its transaction took. */
  readonly heldMs: number;
}

/**
 * Imports some lines of a checked file in one transaction, by all the rules of an import, against
 * the account's present state. A line that is bad by now is left out.
 */
export async function writePortion(
  target: ImportTarget,
  file: Scratch,
  lines: readonly FileLine[],
  order: TransactionOrder & PortionsOrder,
): Promise<WrittenPortion> {
  const leftOut: BadLine[] = [];
  let rest = lines;
  for (;;) {
    using scratch = new Scratch(portionCacheKibibytes);
    copyLines(file, scratch, rest);
    await assignIds(scratch, target.yieldToEventLoop);
    let begunAt = 0;
    const answer = await inTransaction(target, scratch, (attempt) => {
      begunAt = performance.now();
      return importInTransaction(attempt, { ...order, audit: order.atThisMoment() }, {});
    });
    const heldMs = performance.now() - begunAt;
    if (!("errors" in answer)) {
      return { result: answer, leftOut, overbooked: overbooked(scratch), heldMs };
    }
    const bad = leftOutLines(scratch);
    const numbers = new Set(bad.map(({ line }) => line));
    const good = rest.filter(([, line]) => !numbers.has(line));
    if (good.length === rest.length) throw new Error("A portion is bad by none of its lines.");
    leftOut.push(...bad);
    rest = good;
  }
}

function copyLines(from: Scratch, to: Scratch, lines: readonly FileLine[]): void {
  for (const [kind, ofKind] of Map.groupBy(lines, ([each]) => each)) {
    to.expect(kind);
    const read = from.prepare(`select * from ${kind}_line where line = ?`);
    read.setReturnArrays(true);
    const columns = read.columns().map(() => "?");
    const insert = to.prepare(`insert into ${kind}_line values (${columns.join(", ")})`);
    for (const [, line] of ofKind) {
      to.countLine(kind);
      // `setReturnArrays` has changed what `get` returns.
      insert.run(...(read.get(line) as unknown as SQLInputValue[]));
    }
  }
}
