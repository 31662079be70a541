import assert from "node:assert/strict";
import { test } from "node:test";
import { scope } from "./desk-fixtures.ts";
import { readStored, toStored } from "./stored-request.ts";

test("a scan that version 0.1.0 stored is read, and stored again in the same shape", () => {
  const stored = {
    key: "request-1",
    act: { kind: "scan", booking: "b", whole: false },
    who: "Ada Lovelace",
    door: scope,
    at: 1,
    regretted: true,
  } as const;
  const request = readStored(stored);
  assert.deepEqual(request, {
    key: "request-1",
    action: { kind: "scan", booking: "b", whole: false },
    who: "Ada Lovelace",
    scope,
    at: 1,
    regretted: true,
  });
  assert.deepEqual(toStored(request), stored);
});
