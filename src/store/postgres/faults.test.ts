import assert from "node:assert/strict";
import { test } from "node:test";
import { isCertainRollback } from "./faults.ts";

const refusal = (code: string) => Object.assign(new Error("refused"), { code, severity: "ERROR" });

test("P4 a COMMIT is known not to have taken place only where the server knows it", () => {
  for (const code of ["40001", "40P01", "40002", "23505"]) {
    assert.equal(isCertainRollback(refusal(code)), true, code);
  }
  for (const code of ["40003", "57P01", "08006", "XX000"]) {
    assert.equal(isCertainRollback(refusal(code)), false, code);
  }
  assert.equal(isCertainRollback(new Error("read ECONNRESET")), false);
});
