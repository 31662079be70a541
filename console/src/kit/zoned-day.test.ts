import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOfDay, dayIn } from "./zoned-day.ts";

const cases = [
  ["2026-05-04", "Europe/Paris", "2026-05-03T22:00:00.000Z", "2026-05-04T21:59:59.999Z"],
  ["2026-03-29", "Europe/Paris", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
  ["2026-10-25", "Europe/Paris", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
  ["2026-07-01", "UTC", "2026-07-01T00:00:00.000Z", "2026-07-01T23:59:59.999Z"],
  ["2026-07-01", "Pacific/Kiritimati", "2026-06-30T10:00:00.000Z", "2026-07-01T09:59:59.999Z"],
  ["2026-07-01", "Pacific/Pago_Pago", "2026-07-01T11:00:00.000Z", "2026-07-02T10:59:59.999Z"],
  // Clocks go from 24:00 to 01:00: the day has no midnight.
  ["2024-09-08", "America/Santiago", "2024-09-08T04:00:00.000Z", "2024-09-09T02:59:59.999Z"],
] as const;

for (const [day, zone, from, to] of cases) {
  test(`${day} in ${zone} begins and ends when its clocks say so`, () => {
    const bounds = boundsOfDay(day, zone);
    assert.deepEqual(
      [bounds.from, bounds.to].map((at) => new Date(at).toISOString()),
      [from, to],
    );
    assert.deepEqual([dayIn(zone, bounds.from), dayIn(zone, bounds.to)], [day, day]);
    assert.notEqual(dayIn(zone, bounds.from - 1), day);
    assert.notEqual(dayIn(zone, bounds.to + 1), day);
  });
}
