import { types } from "pg";

const int8 = 20;
const numeric = 1700;

/** Counts and instants fit into a number: they stay below 2^53. */
export function parserOf(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  return oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format);
}
