import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SignInCodes } from "./sign-in-codes.ts";

const now = Date.UTC(2031, 4, 1);
const minute = 60_000;
const first = { kind: "first" } as const;
const done = async () => ({ done: true });

describe("P28 a one-time code", () => {
  test("does what it means, once", async () => {
    const codes = new SignInCodes();
    const code = codes.offer(first, now);
    const seen: unknown[] = [];
    const use = () =>
      codes.use(code, now, async (meaning) => {
        seen.push(meaning);
        return { done: true };
      });
    const answers = await Promise.all([use(), use(), use()]);
    assert.deepEqual(answers, [{ done: true }, null, null]);
    assert.deepEqual(seen, [first]);
  });

  test("is valid for 15 minutes", async () => {
    const codes = new SignInCodes();
    const code = codes.offer(first, now);
    const other = codes.offer(first, now);
    assert.equal(await codes.use(code, now + 15 * minute, done), null);
    assert.equal(await codes.use(code, now, done), null);
    assert.deepEqual(await codes.use(other, now + 15 * minute - 1, done), { done: true });
  });

  test("is not lost where what it does is refused or fails", async () => {
    const codes = new SignInCodes();
    const code = codes.offer(first, now);
    const refuse = async () => ({ refused: "a bad name" });
    assert.deepEqual(await codes.use(code, now, refuse), { refused: "a bad name" });
    const fail = async () => Promise.reject(new Error("no database"));
    await assert.rejects(codes.use(code, now, fail), /no database/);
    assert.deepEqual(await codes.use(code, now, done), { done: true });
  });

  test("cannot be made up", async () => {
    const codes = new SignInCodes();
    const code = codes.offer(first, now);
    for (const forged of ["", "x", code.slice(0, -1), `${code}x`, code.replace("bsl_", "bsk_")]) {
      assert.equal(await codes.use(forged, now, done), null);
    }
    const elsewhere = new SignInCodes().offer(first, now);
    assert.equal(await codes.use(elsewhere, now, done), null);
  });
});
