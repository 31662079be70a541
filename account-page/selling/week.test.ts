import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf, dayIn, weekOf } from "./week.ts";

test("a week begins on Monday, also over the end of a year", () => {
  for (const day of ["2030-12-30", "2031-01-01", "2031-01-05"]) {
    const week = weekOf(day, "2026-01-01");
    assert.equal(week.days[0], "2030-12-30");
    assert.equal(week.days[6], "2031-01-05");
    assert.deepEqual([week.previous, week.next], ["2030-12-23", "2031-01-06"]);
  }
  assert.equal(weekOf("2031-99-01", "2031-01-01").days[0], "2030-12-30");
  assert.equal(weekOf(null, "2031-01-06").days[0], "2031-01-06");
});

test("its bounds hold every day of it, far east and far west", () => {
  const week = weekOf("2030-05-06", "2030-05-06");
  const { from, to } = boundsOf(week);
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
    assert.ok(dayIn(zone, from) < "2030-05-06", zone);
    assert.ok(dayIn(zone, to) > "2030-05-12", zone);
  }
  assert.equal(dayIn("Pacific/Kiritimati", new Date("2030-05-05T10:00:00Z")), "2030-05-06");
  assert.equal(dayIn("Pacific/Pago_Pago", new Date("2030-05-06T10:59:00Z")), "2030-05-05");
});
