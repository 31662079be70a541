import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking, BookingId } from "../../domain/booking.ts";
import { markCancelled, refuseCancel } from "../../domain/cancel-rules.ts";
import type { CancelRefusal } from "../../domain/refusal.ts";
import { keyText } from "../write/idempotency-record.ts";
import { decideBatch, type BatchItem } from "./decide-batch.ts";

const now = 1_000_000;
const id = (last: number) => `2f6c1d1e-6f0e-4b52-9a34-00000000000${last}` as BookingId;

const booking = (last: number): Booking => ({
  id: id(last),
  status: "CONFIRMED",
  bookedAt: 1,
  slotStartingAt: 2,
  hasLimitedCapacity: true,
  cancellationCutoffMinutes: null,
  tickets: [{ number: 1, cancelledAt: null, checkedInAt: null }],
});

const cancel = (last: number, key: string | null = null): BatchItem<CancelRefusal> => ({
  order: {
    bookingId: id(last),
    actor: "test",
    requestId: null,
    now,
    idempotencyKey: key === null ? null : { clientId: "client", key },
  },
  rule: (as) => {
    const refused = refuseCancel(as, now);
    return refused === null ? markCancelled(as, now) : { refused };
  },
});

const standing = (last: number, movesUp = false) =>
  [id(last), { booking: booking(last), movesUp, offer: null }] as const;

const done = { changed: true };
const tooLate = { refused: { why: "ticket-already-cancelled" } };

test("B120 P5 of several cancels of one booking the first is made, and the others see it made", () => {
  const items = [cancel(1), cancel(2), cancel(1), cancel(1)];
  const read = { standing: new Map([standing(1), standing(2)]), records: new Map() };
  const { answers, changes } = decideBatch(items, read, false);
  assert.deepEqual(answers, [done, done, tooLate, tooLate]);
  assert.deepEqual(
    changes.map(({ order }) => order.bookingId),
    [id(1), id(2)],
  );
});

test("B121 what is not there, or moves others up, is left to be done alone, and what follows it too", () => {
  const items = [cancel(1), cancel(2), cancel(2), cancel(3)];
  const read = { standing: new Map([standing(2, true), standing(3)]), records: new Map() };
  const { answers, changes } = decideBatch(items, read, false);
  assert.deepEqual(answers, ["alone", "alone", "alone", done]);
  assert.equal(changes.length, 1);
});

test("B60 what is in line is left to be done alone where its campaign promotes, and only there", () => {
  const inLine = (last: number, movesUp: boolean) => {
    const [key, found] = standing(last, movesUp);
    return [key, { ...found, booking: { ...found.booking, status: "WAITLIST" } }] as const;
  };
  const open = (last: number) => {
    const [key, found] = inLine(last, true);
    return [key, { ...found, booking: { ...found.booking, hasLimitedCapacity: false } }] as const;
  };
  const read = {
    standing: new Map([inLine(1, true), inLine(2, false), open(3)]),
    records: new Map(),
  };
  const { answers } = decideBatch([cancel(1), cancel(2), cancel(3)], read, false);
  assert.deepEqual(answers, ["alone", done, done]);
});

test("A40 decided by itself, a change lets others move up", () => {
  const read = { standing: new Map([standing(2, true)]), records: new Map() };
  const { answers, changes } = decideBatch([cancel(2)], read, true);
  assert.deepEqual(answers, [done]);
  assert.equal(changes[0]?.change.seatsFreed, 1);
});

test("A35 a key gets its first answer again, for its booking only, and until it has outlived its time", () => {
  const key = (name: string) => keyText({ clientId: "client", key: name });
  const kept = { bookingId: id(1), answer: JSON.stringify(done) };
  const items = [
    cancel(1, "known"),
    cancel(2, "known"),
    cancel(2, "new"),
    cancel(2, "new"),
    cancel(3, "new"),
    cancel(3, "old"),
    cancel(2, "old"),
  ];
  const records = new Map([
    [key("known"), { ...kept, createdAt: now }],
    [key("old"), { ...kept, createdAt: now - 24 * 3_600_000 }],
  ]);
  const read = { standing: new Map([standing(1), standing(2), standing(3)]), records };
  const decision = decideBatch(items, read, false);
  const reused = { refused: { why: "idempotency-key-reused" } };
  const repeated = { ...done, repeated: true };
  assert.deepEqual(decision.answers, [repeated, reused, done, repeated, reused, done, reused]);
  assert.deepEqual(
    decision.records.map(({ order, key: { key: name } }) => [order.bookingId, name]),
    [
      [id(2), "new"],
      [id(3), "old"],
    ],
  );
  assert.deepEqual(decision.expired, [{ clientId: "client", key: "old" }]);
});
