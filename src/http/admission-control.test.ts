import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AdmissionControl, type ConcurrencyLimit } from "./admission-control.ts";

describe("P17 under admission", () => {
  const clock = { ms: 0, workedMs: 0 };
  const nextTurns: (() => void)[] = [];
  const slept: { readonly ms: number; readonly wake: () => void }[] = [];
  const open = () =>
    new AdmissionControl({
      now: () => clock.ms,
      worked: () => clock.workedMs,
      onNextTurn: (turn) => nextTurns.push(turn),
      sleep: (ms) => new Promise((resolve) => slept.push({ ms, wake: resolve })),
    });
  const work = (ms: number) => {
    clock.ms += ms;
    clock.workedMs += ms;
  };
  const endTurn = () => nextTurns.splice(0).forEach((turn) => turn());

  const read = (admission: AdmissionControl, requests: number) => {
    for (let count = 0; count < requests; count += 1) assert.ok(admission.admitRequest());
  };

  test("64 may always be read in a turn, however slow a new process is", () => {
    const admission = open();
    for (let count = 1; count <= 64; count += 1) {
      assert.ok(admission.admitRequest());
      work(10);
    }
    assert.ok(!admission.admitRequest());
    endTurn();
  });

  test("who comes late in a long turn is refused, and the next turn begins anew", () => {
    const admission = open();
    read(admission, 64);
    work(80);
    assert.ok(admission.admitRequest());
    work(1);
    assert.ok(!admission.admitRequest());
    endTurn();
    assert.ok(admission.admitRequest());
  });

  test("work that the database's answers made is work of the turn", async () => {
    const admission = open();
    const limit = admission.concurrencyLimit(64);
    for (let answered = 1; answered <= 9; answered += 1) {
      await limit.admit(async () => {});
      work(10);
    }
    read(admission, 64);
    assert.ok(!admission.admitRequest());
    endTurn();
    assert.ok(admission.admitRequest());
    endTurn();
  });

  test("a refusal is held for half a second to one and a half, no two alike, if not too many are", async () => {
    const admission = open();
    const told: number[] = [];
    for (let held = 0; held < 4_096; held += 1) void admission.hold().then(() => told.push(held));
    await admission.hold();
    assert.equal(slept.length, 4_096);
    assert.ok(slept.every(({ ms }) => ms >= 500 && ms < 1_500));
    assert.ok(new Set(slept.map(({ ms }) => ms)).size > 4_000);
    assert.deepEqual(told, []);
    slept.splice(0, 1)[0]?.wake();
    await new Promise(setImmediate);
    assert.deepEqual(told, [0]);
    void admission.hold();
    assert.equal(slept.length, 4_096);
  });

  test("a turn that is long because others use the processor refuses nobody", () => {
    const admission = open();
    read(admission, 64);
    clock.ms += 60_000;
    assert.ok(admission.admitRequest());
    endTurn();
  });

  /** Begins a call that lasts until it is ended; null when there is no place for it. */
  const begin = (limit: ConcurrencyLimit) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = limit.admit(() => promise);
    if (done === null) return null;
    return () => {
      resolve();
      return done;
    };
  };

  test("so many of a kind may always be begun, and one that has ended makes room", async () => {
    const admission = open();
    const [limit, other] = [admission.concurrencyLimit(64), admission.concurrencyLimit(64)];
    const ends = Array.from({ length: 64 }, () => begin(limit));
    assert.ok(!ends.includes(null));
    assert.equal(begin(limit), null);
    assert.notEqual(begin(other), null);
    await ends[0]?.();
    assert.notEqual(begin(limit), null);
    assert.equal(begin(limit), null);
  });

  test("one that has failed makes room as well", async () => {
    const limit = open().concurrencyLimit(1);
    const failing = limit.admit(() => Promise.reject(new Error("broken")));
    assert.ok(failing !== null);
    await assert.rejects(failing, /broken/);
    assert.notEqual(begin(limit), null);
  });

  test("as many as were answered in a moment may be begun, which fades", async () => {
    const limit = open().concurrencyLimit(64);
    for (let answered = 1; answered <= 2_500; answered += 1) {
      await limit.admit(async () => {
        clock.ms += 0.1;
      });
    }
    const beginAll = async () => {
      const ends: (() => Promise<void>)[] = [];
      for (let end = begin(limit); end !== null; end = begin(limit)) ends.push(end);
      for (const end of ends) await end();
      return ends.length;
    };
    const before = await beginAll();
    assert.ok(before > 700 && before < 10_000, `${before}`);
    clock.ms += 60_000;
    await beginAll();
    assert.equal(await beginAll(), 64);
  });
});
