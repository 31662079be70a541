import assert from "node:assert/strict";
import { test } from "node:test";
import { formatResult, leftOutText } from "./import-counts.ts";

const result = {
  read: 3,
  created: { booking: 2 },
  updated: {},
  unchanged: {},
  kept: {},
  kept_bookings: [],
} as const;

test("B215 the failure of an import that left lines out has its counts, and names them", () => {
  const bad = { line: 2, kind: "booking", key: "x", field: "slot_starting_at", expected: "seats" };
  const left = { ...result, left_out: 2, left_out_lines: [{ ...bad, kind: "booking" as const }] };
  const message = leftOutText(left);
  assert.equal(
    message.split("\n").slice(-4).join("\n"),
    [
      "Read 3 lines.",
      "line 2: booking x slot_starting_at: expected seats",
      "… and 1 more",
      "All other lines were imported; 2 lines left out.",
    ].join("\n"),
  );
});

test("B215 an import that completed another one says so", () => {
  const completes = { begun_at: "2030-05-01T08:00:00Z" };
  assert.match(
    formatResult({ ...result, completes }, false),
    /Completed the import that began at 2030-05-01T08:00:00Z/,
  );
});

test("a kept booking whose status and time are the file's differs in other fields, which is said", () => {
  const here = { booking_status: "CONFIRMED", booked_at: "2030-04-01T10:11:12Z" } as const;
  const kept_bookings = [{ line: 2, booking: "x", here, file: { ...here } }];
  assert.match(
    formatResult({ ...result, kept_bookings }, false),
    /^line 2: booking x kept as it is here: CONFIRMED since 2030-04-01T10:11:12Z; the file differs in other fields$/m,
  );
});
