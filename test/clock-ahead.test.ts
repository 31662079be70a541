import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { AccountName } from "../src/domain/account.ts";
import type { BookingId } from "../src/domain/booking.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { operate } from "./harness/operate.ts";
import { verifyAccount } from "../src/usecases/operator/verify-account.ts";
import {
  bookSlot,
  changeBooking,
  closeSlot,
  moveBooking,
  promoteBooking,
} from "./harness/desk-acts.ts";
import { exportLines, importLines, storeWith } from "./export/exporting.ts";
import { openBookingHouse, slotLine, slotStart } from "./harness/booking-house.ts";
import { catalogue } from "./harness/seed.ts";
import { acme, audit } from "./harness/service.ts";

const yearsMs = 3 * 365 * 86_400_000;
const skewMs = 60_000;
const place = {
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt: slotStart,
};
const requestOf = (externalId: string) => ({
  place,
  ticketTypeId: "standard",
  externalId,
  tickets: 1,
});
const cancel = { kind: "cancel", ticket: null } as const;

describe("B63 what happens while the clock is years ahead", () => {
  test("dates no later change of the slot or of the booking, and verify names it", async () => {
    await using house = await openBookingHouse(
      [slotLine({ capacity: 1 }), slotLine({ capacity: 1, starting_at: "2031-05-02T08:00:00Z" })],
      "automatic",
    );
    const { store } = house.service;
    const ahead = { ...audit(), now: Date.now() + yearsMs };
    const early = await bookSlot(store, ahead, acme, requestOf("early"));
    if (isRefused(early)) assert.fail();
    // The first waits with a date of years ahead, the second with one of now.
    const waits = await bookSlot(store, ahead, acme, requestOf("waits"));
    if (isRefused(waits)) assert.fail();
    const later = await house.book("later");
    assert.equal(later.booking.status, "WAITLIST");
    const limit = Date.now() + skewMs;
    assert.ok(later.booking.bookedAt < limit, new Date(later.booking.bookedAt).toISOString());
    await house.change(early.details, cancel);
    for (const each of [early.details, later]) {
      const { booking, history } = await house.look(each);
      assert.notEqual(booking.status, each.booking.status);
      assert.ok(booking.bookedAt < limit, `${booking.status} ${booking.bookedAt}`);
      const last = history.at(-1) ?? assert.fail();
      assert.ok(last.at < limit && last.recordedAt < limit);
    }
    const moved = await moveBooking(store, audit(), {
      bookingId: waits.details.booking.id,
      account: acme,
      startingAt: Date.parse("2031-05-02T08:00:00Z"),
    });
    if (isRefused(moved)) assert.fail(JSON.stringify(moved.refused));
    const { booking, history } = moved.details;
    assert.ok(booking.bookedAt < limit && (history.at(-1)?.recordedAt ?? limit) < limit);

    const verified = await verifyAccount(store, acme);
    if (isRefused(verified)) assert.fail();
    assert.deepEqual(
      verified.violations.map(({ invariant, booking }) => `${invariant} ${booking}`).toSorted(),
      [early, waits].map(({ details }) => `dated-in-the-future ${details.booking.id}`).toSorted(),
    );
    assert.match(verified.violations[0]?.message ?? "", /later than now: a clock was ahead/);
  });

  test("by seconds, dates follow each other as their changes do", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 0 })]);
    const { store } = house.service;
    const { now } = audit();
    const skewed = { ...audit(), now: now + 20_000 };
    const first = await bookSlot(store, skewed, acme, requestOf("first"));
    if (isRefused(first)) assert.fail();
    const second = await bookSlot(store, { ...audit(), now }, acme, requestOf("second"));
    if (isRefused(second)) assert.fail();
    assert.equal(second.details.booking.bookedAt, first.details.booking.bookedAt + 1);
  });

  test("never keeps an export from being imported, whatever was done by which clock", async () => {
    const runs = 8;
    const slots = ["2031-05-01T08:00:00Z", "2031-05-02T08:00:00Z"];
    const lines = slots.map((starting_at) => slotLine({ capacity: 3, starting_at }));
    const accountsOf = (environment: AccountName["environment"], data: readonly object[]) =>
      Array.from({ length: runs }, (_, run) => ({
        name: { tenant: `t${run}`, environment },
        hosts: [`${environment}.t${run}.example`],
        data: [...data],
      }));
    const sources = accountsOf("production", [...catalogue, ...lines]);
    const copies = accountsOf("uat", []);
    await using store = await storeWith([...sources, ...copies]);
    let run = 0;
    let future = 0;
    const property = fc.asyncProperty(fc.gen(), async (gen) => {
      const draw = <T>(from: fc.Arbitrary<T>) => gen(() => from);
      const source = sources[run]?.name ?? assert.fail();
      const copy = copies[run]?.name ?? assert.fail();
      run += 1;
      const ids: BookingId[] = [];
      const clocks = draw(fc.constantFrom([0, 0, yearsMs], [0, 15_000, -15_000]));
      for (let left = draw(fc.integer({ min: 5, max: 25 })); left > 0; left -= 1) {
        // The first change of all comes from years ahead, so that chance cannot leave that out.
        const isFirst = run === 1 && ids.length === 0;
        const now = Date.now() + (isFirst ? yearsMs : draw(fc.constantFrom(...clocks)));
        const by = { ...audit(), now };
        const at = { ...place, startingAt: Date.parse(draw(fc.constantFrom(...slots))) };
        const bookingId = ids.length === 0 ? null : draw(fc.constantFrom(...ids));
        const act = draw(
          fc.constantFrom("book", "book", "cancel", "check-in", "promote", "move", "close"),
        );
        if (act === "book" || bookingId === null) {
          const who = draw(fc.constantFrom("Ada", "Bob", "Cid"));
          const tickets = draw(fc.integer({ min: 1, max: 3 }));
          const booked = await bookSlot(store, by, source, {
            ...requestOf(who),
            place: at,
            tickets,
            overbook: draw(fc.boolean()),
          });
          if (!isRefused(booked)) ids.push(booked.details.booking.id);
        } else if (act === "promote") {
          await promoteBooking(store, by, { bookingId, account: source, overtake: true });
        } else if (act === "move") {
          const { startingAt } = at;
          await moveBooking(store, by, { bookingId, account: source, startingAt });
        } else if (act === "close") {
          const closing = { place: at, reason: null, dryRun: false, evenIfCheckedIn: true };
          if (draw(fc.nat(4)) === 0) await closeSlot(store, by, source, closing);
        } else {
          const ticket = draw(fc.constantFrom(null, 1));
          await changeBooking(store, by, bookingId, source, { kind: act, ticket });
        }
      }
      const verified = await verifyAccount(store, source);
      if (isRefused(verified)) assert.fail();
      const laws = new Set(verified.violations.map(({ invariant }) => invariant));
      if (laws.delete("dated-in-the-future")) future += 1;
      assert.deepEqual([...laws], [], JSON.stringify(verified.violations, null, 1));

      const exported = await exportLines(store, source);
      await importLines(store, copy, exported);
      assert.deepEqual(await exportLines(store, copy), exported);
      const { id } = (await store.accounts.find(source)) ?? assert.fail();
      const contact = (await store.account(id).findContact({ externalId: "Ada" }))?.id;
      const order = { ...source, contact };
      const lines =
        contact && (await operate(store, "exportContactLines", order, { audit: audit() }));
      for (const line of (lines?.items ?? []) as { changed_at: string }[]) {
        assert.ok(Date.parse(line.changed_at) < Date.now() + skewMs, JSON.stringify(line));
      }
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
    assert.ok(future > 0, "nothing was dated in the future");
  });
});
