import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Pressure } from "./admission-control.ts";

describe("P17 under pressure", () => {
  const clock = { ms: 0, workedMs: 0 };
  const nextTurns: (() => void)[] = [];
  const slept: { readonly ms: number; readonly wake: () => void }[] = [];
  const open = () =>
    new Pressure({
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

  const read = (pressure: Pressure, requests: number) => {
    for (let count = 0; count < requests; count += 1) assert.ok(pressure.mayEnter());
  };

  test("64 may always be read in a turn, however slow a new process is", () => {
    const pressure = open();
    for (let count = 1; count <= 64; count += 1) {
      assert.ok(pressure.mayEnter());
      work(10);
    }
    assert.ok(!pressure.mayEnter());
    endTurn();
  });

  test("who comes late in a long turn is refused, and the next turn begins anew", () => {
    const pressure = open();
    read(pressure, 64);
    work(80);
    assert.ok(pressure.mayEnter());
    work(1);
    assert.ok(!pressure.mayEnter());
    endTurn();
    assert.ok(pressure.mayEnter());
  });

  test("work that the database's answers made is work of the turn", () => {
    const pressure = open();
    const room = pressure.room(64);
    for (let answered = 1; answered <= 9; answered += 1) {
      room.begin();
      room.end();
      work(10);
    }
    read(pressure, 64);
    assert.ok(!pressure.mayEnter());
    endTurn();
    assert.ok(pressure.mayEnter());
    endTurn();
  });

  test("a refusal is held for half a second to one and a half, no two alike, if not too many are", async () => {
    const pressure = open();
    const told: number[] = [];
    for (let held = 0; held < 4_096; held += 1) void pressure.hold().then(() => told.push(held));
    await pressure.hold();
    assert.equal(slept.length, 4_096);
    assert.ok(slept.every(({ ms }) => ms >= 500 && ms < 1_500));
    assert.ok(new Set(slept.map(({ ms }) => ms)).size > 4_000);
    assert.deepEqual(told, []);
    slept.splice(0, 1)[0]?.wake();
    await new Promise(setImmediate);
    assert.deepEqual(told, [0]);
    void pressure.hold();
    assert.equal(slept.length, 4_096);
  });

  test("a turn that is long because others use the processor refuses nobody", () => {
    const pressure = open();
    read(pressure, 64);
    clock.ms += 60_000;
    assert.ok(pressure.mayEnter());
    endTurn();
  });

  test("so many of a kind may always be begun, and one that has ended makes room", () => {
    const pressure = open();
    const [room, other] = [pressure.room(64), pressure.room(64)];
    for (let begun = 1; begun <= 64; begun += 1) {
      assert.ok(room.mayBegin());
      room.begin();
    }
    assert.ok(!room.mayBegin());
    assert.ok(other.mayBegin());
    room.end();
    assert.ok(room.mayBegin());
  });

  test("as many as were answered in a moment may be begun, which fades", () => {
    const room = open().room(64);
    for (let answered = 1; answered <= 2_500; answered += 1) {
      room.begin();
      clock.ms += 0.1;
      room.end();
    }
    const begin = () => {
      let begun = 0;
      for (; begun < 10_000 && room.mayBegin(); begun += 1) room.begin();
      for (let ended = 0; ended < begun; ended += 1) room.end();
      return begun;
    };
    const before = begin();
    assert.ok(before > 700, `only ${before}`);
    clock.ms += 60_000;
    begin();
    assert.equal(begin(), 64);
  });
});
