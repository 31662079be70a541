import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { firstOverlap, overlapText, type HostSlot } from "./host-overlap.ts";

const day = Date.UTC(2030, 4, 1);

/** `ann 10:00+90 new`; without `+` no length. */
function slotOf(text: string): HostSlot {
  const [hostId = "", time = "", ...words] = text.split(" ");
  const [clock = "", minutes] = time.split("+");
  const [hour, minute] = clock.split(":").map(Number);
  const activityId = words.find((word) => word !== "new") ?? "yoga";
  return {
    publicKey: "pk_summer",
    activityId,
    hostId,
    hostName: hostId,
    startingAt: day + ((hour ?? 0) * 60 + (minute ?? 0)) * 60_000,
    minutes: minutes === undefined ? null : Number(minutes),
    timezone: "UTC",
    isNew: words.includes("new"),
  };
}

const clock = ({ startingAt, hostId }: HostSlot) =>
  `${hostId} ${new Date(startingAt).toISOString().slice(11, 16)}`;

const cases: readonly (readonly [what: string, slots: readonly string[], answer: string | null])[] =
  [
    ["one slot", ["ann 10:00+90 new"], null],
    ["slots that touch", ["ann 10:00+60 new", "ann 11:00+60 new"], null],
    [
      "slots of 90 minutes each hour",
      ["ann 10:00+90 new", "ann 11:00+90 new", "ann 12:00+90 new"],
      "ann 10:00 ann 11:00 1",
    ],
    ["the same of two hosts", ["ann 10:00+90 new", "bob 11:00+90 new"], null],
    [
      "a new one inside a known one",
      ["ann 09:00+240", "ann 10:00+30 new"],
      "ann 09:00 ann 10:00 0",
    ],
    [
      "a known one inside a new one",
      ["ann 09:00+240 new", "ann 10:00+30"],
      "ann 09:00 ann 10:00 0",
    ],
    ["known ones alone", ["ann 10:00+90", "ann 11:00+90", "ann 15:00+30 new"], null],
    [
      "a known one behind a short known one in a long new one",
      ["ann 09:00+240 new", "ann 10:00+10", "ann 12:00+10"],
      "ann 09:00 ann 10:00 1",
    ],
    [
      "a new one behind a longer known one and a shorter new one",
      ["ann 09:00+240", "ann 08:00+70 new", "ann 10:00+10 new"],
      "ann 08:00 ann 09:00 1",
    ],
    [
      "one start in two activities",
      ["ann 10:00+60 new", "ann 10:00+60 dance"],
      "ann 10:00 ann 10:00 0",
    ],
    [
      "a start without a length inside another slot",
      ["ann 10:00+60", "ann 10:30 new"],
      "ann 10:00 ann 10:30 0",
    ],
    [
      "a start without a length at the start of another slot",
      ["ann 10:00 new", "ann 10:00+60 dance"],
      "ann 10:00 ann 10:00 0",
    ],
    [
      "two starts without a length at one time",
      ["ann 10:00 new", "ann 10:00 dance"],
      "ann 10:00 ann 10:00 0",
    ],
    [
      "a start without a length at the end of another slot",
      ["ann 10:00+60", "ann 11:00 new"],
      null,
    ],
    ["starts without a length one after the other", ["ann 10:00 new", "ann 10:01 new"], null],
    [
      "the earliest of several hosts, in any order",
      [
        "cleo 12:00+90 new",
        "cleo 13:00+9 new",
        "bob 10:00+90 new",
        "bob 11:00+90 new",
        "ann 10:30+90 new",
        "ann 11:00+90 new",
      ],
      "ann 10:30 ann 11:00 2",
    ],
  ];

describe("the first overlap of slots", () => {
  for (const [what, texts, answer] of cases) {
    test(what, () => {
      for (const slots of [texts.map(slotOf), texts.map(slotOf).toReversed()]) {
        const found = firstOverlap(slots);
        const told =
          found === null ? null : `${clock(found.earlier)} ${clock(found.later)} ${found.more}`;
        assert.equal(told, answer);
      }
    });
  }
});

describe("the sentence of an overlap", () => {
  test("names the host, both slots by their clocks, and how many follow", () => {
    const [earlier, later] = [slotOf("ann 10:00+90"), slotOf("ann 11:00+90 new")];
    const timezone = "Europe/Paris";
    const of = (more: number, change: Partial<HostSlot> = {}) =>
      overlapText(
        {
          earlier: { ...earlier, timezone, hostName: "Ann" },
          later: { ...later, timezone, hostName: "Ann", ...change },
          more,
        },
        timezone,
      );
    const two =
      "host Ann (ann) has two slots at one time, 2030-05-01 12:00 CEST for 90 minutes and 2030-05-01 13:00 CEST for 90 minutes";
    const remedy = "; a host that may says overlaps: true";
    assert.equal(of(0), `${two}${remedy}`);
    assert.equal(of(1), `${two}, and 1 more slot begins while another of its host lasts${remedy}`);
    assert.equal(
      of(7, { activityId: "dance", minutes: null }),
      "host Ann (ann) has two slots at one time, 2030-05-01 12:00 CEST for 90 minutes of yoga and " +
        `2030-05-01 13:00 CEST of dance, and 7 more slots begin while another of its host lasts${remedy}`,
    );
    assert.match(
      of(0, { publicKey: "pk_winter", hostName: "ann", timezone: "UTC" }),
      /^host ann has .* 12:00 CEST for 90 minutes of yoga in pk_summer and .* 13:00 CEST for 90 minutes of yoga in pk_winter;/,
    );
  });
});
