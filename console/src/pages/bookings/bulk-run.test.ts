import assert from "node:assert/strict";
import { test } from "node:test";
import { ProblemError, UnreachableError } from "../../api/problem.ts";
import { runEach, type RowResult } from "./bulk-run.ts";

test("each row has its own result, and a failure does not stop the others", async () => {
  const results = new Map<string, RowResult["kind"]>();
  const failures: Readonly<Record<string, Error>> = {
    b: new ProblemError(409, { detail: "It is cancelled already." }),
    c: new UnreachableError("The service does not answer."),
    d: new ProblemError(503, null),
    e: new ProblemError(429, null),
  };
  await runEach(
    ["a", "b", "c", "d", "e", "f"],
    async (row) => {
      const failure = failures[row];
      if (failure !== undefined) throw failure;
      return "done";
    },
    (row, { kind }) => results.set(row, kind),
  );
  assert.deepEqual(Object.fromEntries(results), {
    a: "done",
    b: "refused",
    c: "unknown",
    d: "unknown",
    e: "unknown",
    f: "done",
  });
});
