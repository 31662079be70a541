import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Pressure } from "./overload.ts";

describe("P17 under pressure", () => {
  const clock = { ms: 0, workedMs: 0 };
  const nextTurns: (() => void)[] = [];
  const open = () =>
    new Pressure({
      now: () => clock.ms,
      worked: () => clock.workedMs,
      onNextTurn: (turn) => nextTurns.push(turn),
    });
  const endTurn = () => nextTurns.splice(0).forEach((turn) => turn());

  test("who comes late in a long turn is refused, and the next turn begins anew", () => {
    const pressure = open();
    const work = (ms: number) => {
      clock.ms += ms;
      clock.workedMs += ms;
    };
    assert.ok(pressure.mayEnter());
    work(110);
    assert.ok(pressure.mayEnter());
    work(1);
    assert.ok(!pressure.mayEnter());
    endTurn();
    assert.ok(pressure.mayEnter());
  });

  test("a turn that never ends begins anew when all that waited has been read", () => {
    const pressure = open();
    assert.ok(pressure.mayEnter());
    clock.ms += 111;
    clock.workedMs += 111;
    for (let read = 2; read <= 1_024; read += 1) assert.ok(!pressure.mayEnter());
    assert.ok(pressure.mayEnter());
    assert.ok(pressure.mayEnter());
    endTurn();
  });

  test("a turn that is long because others use the processor refuses nobody", () => {
    const pressure = open();
    assert.ok(pressure.mayEnter());
    clock.ms += 60_000;
    assert.ok(pressure.mayEnter());
    endTurn();
  });

  test("256 may always be begun, and one that has ended makes room", () => {
    const pressure = open();
    for (let begun = 1; begun <= 256; begun += 1) {
      assert.ok(pressure.mayBegin());
      pressure.begin();
    }
    assert.ok(!pressure.mayBegin());
    pressure.end();
    assert.ok(pressure.mayBegin());
  });

  test("as many as were answered in a moment may be begun, which fades", () => {
    const pressure = open();
    for (let answered = 1; answered <= 2_500; answered += 1) {
      pressure.begin();
      clock.ms += 0.15;
      pressure.end();
    }
    const room = () => {
      let begun = 0;
      for (; pressure.mayBegin(); begun += 1) pressure.begin();
      for (let ended = 0; ended < begun; ended += 1) pressure.end();
      return begun;
    };
    const before = room();
    assert.ok(before > 900, `only ${before}`);
    clock.ms += 60_000;
    room();
    assert.equal(room(), 256);
  });
});
