import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseUnavailable } from "../engine.ts";
import { asUnavailable, isCertainRollback, spoilsConnection } from "./faults.ts";

const refusal = (code: string, fields: object = {}) =>
  Object.assign(new Error("refused"), { code, severity: "ERROR", ...fields });

test("P4 a COMMIT is known not to have taken place only where the server knows it", () => {
  for (const code of ["40001", "40P01", "40002", "23503", "23505"]) {
    assert.equal(isCertainRollback(refusal(code)), true, code);
  }
  for (const code of ["40003", "57P01", "08006", "XX000"]) {
    assert.equal(isCertainRollback(refusal(code)), false, code);
  }
  assert.equal(isCertainRollback(new Error("read ECONNRESET")), false);
});

test("P20 a node that the server does not reach leaves the connection to the server as it is", () => {
  for (const code of ["08006", "08001", "57P01"]) {
    // The words of a server that speaks German; PgBouncer names no file.
    const byCitus = { severity: "FEHLER", file: "remote_commands.c" };
    assert.equal(spoilsConnection(refusal(code, byCitus)), false, code);
    for (const file of ["postgres.c", undefined]) {
      assert.equal(spoilsConnection(refusal(code, { severity: "FATAL", file })), true, code);
    }
  }
  for (const code of ["0A000", "25006", "25P04", "XX000"]) {
    assert.equal(spoilsConnection(refusal(code)), true, code);
  }
  assert.equal(spoilsConnection(new Error("read ECONNRESET")), true);
});

test("a server at whose addresses nobody listens is named by the first of them", () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:5432`), {
      code: "ECONNREFUSED",
      syscall: "connect",
    });
  const all = new AggregateError([refused("::1"), refused("127.0.0.1")]);
  const found = asUnavailable(Object.assign(all, { code: "ECONNREFUSED" }));
  assert.ok(found instanceof DatabaseUnavailable);
  assert.equal(found.message, "The database cannot be reached: connect ECONNREFUSED ::1:5432.");
  assert.equal((found.cause as NodeJS.ErrnoException).syscall, "connect");
});
