import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Slot } from "../../api/operations.ts";
import { cellWords, heatMapOf, levelOf, type HeatMap } from "./heat-map.ts";

const now = Date.parse("2027-01-01T00:00:00Z");

function slot(startingAt: string, seats: Partial<Slot> = {}): Slot {
  return {
    interaction: "pk_summer",
    activity: "tasting",
    starting_at: startingAt,
    timezone: "Europe/Paris",
    capacity: 8,
    closed: false,
    taken: 0,
    held: 0,
    free: 8,
    overbooked_by: 0,
    waiting_tickets: 0,
    slot_duration_in_minutes: 45,
    ticket_types: {},
    availability: {},
    etag: '"x"',
    ...seats,
  };
}

/** `2027-03-28 01: 2` for each cell, with how many slots are in it. */
function told(map: HeatMap): string[] {
  return map.days.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      cell === null ? [] : [`${cell.day} ${cell.hour}: ${cell.slots.length}`],
    ),
  );
}

describe("the heat map of slots", () => {
  test("a slot lies in the day and hour that clocks in the campaign's zone show", () => {
    const slots = [slot("2027-01-04T23:30:00Z"), slot("2027-01-05T00:00:00Z")];
    const order = { from: "2027-01-04", days: 7, now };
    assert.deepEqual(told(heatMapOf(slots, { ...order, zone: "Europe/Paris" })), [
      "2027-01-05 0: 1",
      "2027-01-05 1: 1",
    ]);
    // Thirteen hours ahead in summer, eleven behind, and a zone with a half hour.
    assert.deepEqual(told(heatMapOf(slots, { ...order, zone: "Pacific/Auckland" })), [
      "2027-01-05 12: 1",
      "2027-01-05 13: 1",
    ]);
    assert.deepEqual(told(heatMapOf(slots, { ...order, zone: "Pacific/Pago_Pago" })), [
      "2027-01-04 12: 1",
      "2027-01-04 13: 1",
    ]);
    assert.deepEqual(told(heatMapOf(slots, { ...order, zone: "Asia/Kolkata" })), [
      "2027-01-05 5: 2",
    ]);
  });

  test("slots of other days are left out, at both ends and in every zone", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
      const starts = Array.from({ length: 24 * 11 }, (_, hour) =>
        new Date(Date.parse("2027-01-02T00:00:00Z") + hour * 3_600_000).toISOString(),
      );
      const map = heatMapOf(
        starts.map((start) => slot(start)),
        { from: "2027-01-04", days: 7, zone, now },
      );
      assert.equal(told(map).length, 7 * 24, zone);
      assert.deepEqual([map.days[0]?.day, map.days[6]?.day], ["2027-01-04", "2027-01-10"]);
    }
    // Nor do they make room for their hours.
    const around = ["2027-01-03T05:00:00Z", "2027-01-04T09:00:00Z", "2027-01-11T23:00:00Z"];
    const map = heatMapOf(
      around.map((start) => slot(start)),
      { from: "2027-01-04", days: 7, zone: "UTC", now },
    );
    assert.deepEqual(map.hours, [9]);
  });

  test("on the night in spring the hour that is jumped over is empty, and the day tells it", () => {
    const starts = ["2027-03-28T00:30:00Z", "2027-03-28T01:30:00Z"];
    const map = heatMapOf(
      starts.map((start) => slot(start)),
      { from: "2027-03-22", days: 7, zone: "Europe/Paris", now },
    );
    assert.deepEqual(map.hours, [1, 2, 3]);
    assert.deepEqual(told(map), ["2027-03-28 1: 1", "2027-03-28 3: 1"]);
    assert.deepEqual(
      map.days.map(({ change }) => change !== null),
      [false, false, false, false, false, false, true],
    );
  });

  test("on the night in autumn both slots of the hour that comes twice are in its one cell", () => {
    const starts = ["2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z", "2027-10-31T02:30:00Z"];
    const map = heatMapOf(
      starts.map((start) => slot(start)),
      { from: "2027-10-25", days: 7, zone: "Europe/Paris", now },
    );
    assert.deepEqual(told(map), ["2027-10-31 2: 2", "2027-10-31 3: 1"]);
    assert.notEqual(map.days[6]?.change, null);
    assert.equal(map.days[5]?.change, null);
  });

  test("a cell adds up its slots and says all that its colour says", () => {
    const [cell] =
      heatMapOf(
        [
          slot("2026-12-28T09:00:00Z", { taken: 8, free: 0, waiting_tickets: 3 }),
          slot("2026-12-28T09:30:00Z", { capacity: 4, taken: 5, free: 0, overbooked_by: 1 }),
        ],
        { from: "2026-12-28", days: 1, zone: "UTC", now },
      ).days[0]?.cells ?? [];
    assert.ok(cell);
    assert.deepEqual([cell.level, cell.past, cell.capacity, cell.free], ["full", true, 12, 0]);
    assert.equal(
      cellWords(cell, String),
      "2 slots, full, 12 seats, overbooked by 1, 3 tickets wait, past",
    );
  });

  test("a cell tells held seats apart, with the first end; of one ticket type it does not", () => {
    const until = (time: string) => `2026-12-28T${time}:00Z`;
    const slots = [
      slot("2026-12-28T09:00:00Z", { taken: 6, free: 2, held: 3, held_until: until("08:05") }),
      slot("2026-12-28T09:30:00Z", { taken: 1, free: 7, held: 1, held_until: until("08:02") }),
      slot("2026-12-28T09:45:00Z"),
    ];
    const order = { from: "2026-12-28", days: 1, zone: "UTC", now: Date.parse(until("08:00")) };
    const [cell] = heatMapOf(slots, order).days[0]?.cells ?? [];
    assert.ok(cell);
    assert.deepEqual([cell.held, cell.heldUntil], [4, until("08:02")]);
    assert.equal(cellWords(cell, String), "3 slots, 17 of 24 seats free, 4 held for a while");
    const [ofType] = heatMapOf(slots, { ...order, ticketType: "vip" }).days[0]?.cells ?? [];
    assert.deepEqual([ofType?.held, ofType?.heldUntil], [0, null]);
  });

  test("a cell says what is left by ticket type, and of one alone it shows that", () => {
    const vip = (free: number) => ({ capacity: 2, taken: 2 - free, free, waiting: 3, own: false });
    const slots = [
      slot("2027-01-04T09:00:00Z", { ticket_types: { vip: vip(1) } }),
      slot("2027-01-04T09:30:00Z", { taken: 8, free: 0, ticket_types: { vip: vip(2) } }),
    ];
    const at = { from: "2027-01-04", days: 1, zone: "UTC", now } as const;
    const [all] = heatMapOf(slots, at).days[0]?.cells ?? [];
    assert.ok(all);
    assert.equal(
      cellWords(all, () => "VIP"),
      "2 slots, 8 of 16 seats free, VIP: 1 of 4 left, 6 waiting",
    );
    const [ofType] = heatMapOf(slots, { ...at, ticketType: "vip" }).days[0]?.cells ?? [];
    assert.deepEqual([ofType?.free, ofType?.capacity, ofType?.level], [1, 4, "few"]);
    assert.equal(ofType?.waiting, 6);
    const [ofOther] = heatMapOf(slots, { ...at, ticketType: "general" }).days[0]?.cells ?? [];
    assert.deepEqual([ofOther?.free, ofOther?.capacity, ofOther?.waiting], [8, 16, 0]);
  });

  test("levels go by what is left of the capacity", () => {
    const levels = [0, 1, 2, 3, 5, 6, 8].map((free) => levelOf(8, free, 8 - free));
    assert.deepEqual(levels, ["full", "few", "few", "some", "some", "many", "many"]);
    assert.equal(levelOf(0, 0, 0), "closed");
    assert.equal(levelOf(0, 0, 1), "full");
  });

  test("a long stretch of hours without slots is left out, a short one is not", () => {
    const starts = ["2027-01-04T00:30:00Z", "2027-01-05T09:00:00Z", "2027-01-06T13:00:00Z"];
    const map = heatMapOf(
      starts.map((start) => slot(start)),
      { from: "2027-01-04", days: 7, zone: "UTC", now },
    );
    assert.deepEqual(map.hours, [0, 9, 10, 11, 12, 13]);
    assert.deepEqual(told(map), ["2027-01-04 0: 1", "2027-01-05 9: 1", "2027-01-06 13: 1"]);
  });

  test("without slots there are no hours", () => {
    const map = heatMapOf([], { from: "2027-01-04", days: 2, zone: "UTC", now });
    assert.deepEqual(map.hours, []);
    assert.equal(map.days.length, 2);
  });
});
