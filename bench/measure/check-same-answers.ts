import { deepStrictEqual } from "node:assert";
import type { RequestPattern } from "../load/load-order.ts";
import type { Program } from "../programs/start-program.ts";
import { askOnce } from "./ask-once.ts";

const looks = 20;

/**
 * Throws unless every server gives the first one's answers: a server that does less is faster for no merit.
 */
export async function checkSameAnswers(
  pattern: RequestPattern,
  first: Program,
  others: readonly Program[],
): Promise<void> {
  for (const value of pattern.values.slice(0, looks)) {
    const expected = await askOnce(first.port, pattern, value);
    for (const other of others) {
      deepStrictEqual(await askOnce(other.port, pattern, value), expected);
    }
  }
}
