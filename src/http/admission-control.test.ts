import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AdmissionControl } from "./admission-control.ts";

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

  test("work that the database's answers made is work of the turn", () => {
    const admission = open();
    const limit = admission.concurrencyLimit(64);
    for (let answered = 1; answered <= 9; answered += 1) {
      limit.begin();
      limit.end();
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

  test("so many of a kind may always be begun, and one that has ended makes room", () => {
    const admission = open();
    const [limit, other] = [admission.concurrencyLimit(64), admission.concurrencyLimit(64)];
    for (let begun = 1; begun <= 64; begun += 1) {
      assert.ok(limit.hasCapacity());
      limit.begin();
    }
    assert.ok(!limit.hasCapacity());
    assert.ok(other.hasCapacity());
    limit.end();
    assert.ok(limit.hasCapacity());
  });

  test("as many as were answered in a moment may be begun, which fades", () => {
    const limit = open().concurrencyLimit(64);
    for (let answered = 1; answered <= 2_500; answered += 1) {
      limit.begin();
      clock.ms += 0.1;
      limit.end();
    }
    const begin = () => {
      let begun = 0;
      for (; begun < 10_000 && limit.hasCapacity(); begun += 1) limit.begin();
      for (let ended = 0; ended < begun; ended += 1) limit.end();
      return begun;
    };
    const before = begin();
    assert.ok(before > 700, `only ${before}`);
    clock.ms += 60_000;
    begin();
    assert.equal(begin(), 64);
  });
});
