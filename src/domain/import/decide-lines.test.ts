import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, test } from "node:test";
import { bookingStatuses } from "../booking.ts";
import type { BookingLine, CatalogueLine, DataLine, FileLine } from "../data-file/data-line.ts";
import type { SlotState } from "../seats.ts";
import { nameByKey, recordName } from "../catalogue/catalogue-state.ts";
import { seatsOf, type ImportState, type KnownBooking } from "./decide-booking-line.ts";
import { decideLines } from "./decide-lines.ts";
import { ImportReport } from "./import-report.ts";
import { contestSeats } from "./contest-seats.ts";
import { importRules } from "./import-rules.ts";
import { isOverfull, settleSlots } from "./settle-slots.ts";
import type { TypeHere } from "./decide-booking-line.ts";

const campaign = "pk";
const starts = [1_000, 2_000, 3_000];
/** By id: whether its tickets take seats, and how many of it a slot takes. */
const types = { limited: [true, null], vip: [true, 2], free: [false, null] } as const;
const capacity = 4;

/** The account's catalogue: one activity without hosts, three ticket types, three slots. */
const known: readonly CatalogueLine[] = [
  { kind: "group", unique_key: "g", display_name: "G" },
  {
    kind: "interaction",
    public_key: campaign,
    id: "id",
    group: "g",
    timezone: "UTC",
    default_language: "en",
    languages: ["en"],
    cancellation_cutoff_minutes: null,
    booking_cutoff_minutes: null,
    waitlist_promotion: "manual",
    waitlist_offer_minutes: null,
    reminder_minutes: null,
    title: {},
    tickets_per_contact: null,
    contact_limit_counts: "all" as const,
    zone_change: null,
  },
  {
    kind: "activity",
    interaction: campaign,
    id: "a",
    title: { en: "A" },
    location_hint: {},
    slot_duration_in_minutes: null,
  },
  ...Object.entries(types).map(([id, [has_limited_capacity, capacity_per_slot]]) => ({
    kind: "ticket_type" as const,
    interaction: campaign,
    activity: "a",
    id,
    display_name: id,
    has_limited_capacity,
    tickets_per_contact: null,
    capacity_per_slot,
    booking_cutoff_minutes: null,
    bookable_from: null,
    bookable_until: null,
  })),
];

function slotOf(starting_at: number): string {
  return nameByKey("slot", campaign, "a", null, starting_at);
}

/** A state of one of ten bookings. */
const bookings: fc.Arbitrary<BookingLine> = fc
  .record({
    number: fc.nat(9),
    slot_starting_at: fc.constantFrom(...starts),
    ticket_type: fc.constantFrom(...Object.keys(types)),
    booking_status: fc.constantFrom(...bookingStatuses),
    booked_at: fc.integer({ min: 1, max: 5 }),
    cancelled: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
    changed_at: fc.option(fc.integer({ min: 1, max: 9 })),
  })
  .map(({ number, cancelled, ...fields }) => ({
    ...fields,
    kind: "booking",
    booking: `booking-${number}` as BookingLine["booking"],
    external_id: `contact-${number}`,
    interaction: campaign,
    activity: "a",
    host: null,
    reference: undefined,
    data: undefined,
    tickets: cancelled.map((isCancelled) => ({
      cancelled_at: isCancelled || fields.booking_status === "CANCELLED" ? fields.booked_at : null,
      attendee: { display_name: null, checked_in_at: null },
    })),
  }));

const files = fc.uniqueArray(bookings, { selector: ({ booking }) => booking, maxLength: 10 });

/** The state of an account with these bookings; each was imported with this state. */
function stateOf(lines: readonly BookingLine[], capacityOfAll = capacity): ImportState {
  const state = {
    known: new Map(known.map((record) => [recordName(record), record])),
    defined: new Map<string, CatalogueLine | null>(),
    slots: new Map<string, SlotState>(),
    offersHosts: new Set<string>(),
    hostlessSlots: new Set<string>(),
    haveActivities: new Set([campaign]),
    movedTimes: new Map(),
    names: new Map(),
    idOwners: new Map<string, string>(),
    references: new Map<string, string>(),
    bookings: new Map(
      lines.map((line): [string, KnownBooking] => [
        line.booking,
        { line, contactId: line.external_id, lastEvent: 1 },
      ]),
    ),
    histories: new Map(
      lines.map((line) => [
        line.booking as string,
        [{ kind: "imported", at: line.booked_at, recordedAt: 9, details: null }],
      ]),
    ),
    slotDurations: new Map(),
    typesHere: new Map<string, Map<string, TypeHere>>(),
    limitChanges: [],
  };
  for (const start of starts) {
    const taken = takenIn(start, lines, state);
    const overbookedBy = Math.max(0, taken - capacityOfAll);
    state.slots.set(slotOf(start), {
      capacity: capacityOfAll,
      taken,
      overbookedBy,
      closedAt: null,
    });
    const live = takenIn(start, ofVip(lines), state);
    state.typesHere.set(slotOf(start), new Map([["vip", { own: null, overbooked: 0, live }]]));
  }
  return state;
}

function ofVip(lines: readonly BookingLine[]): BookingLine[] {
  return lines.filter((line) => line.ticket_type === "vip");
}

function takenIn(start: number, lines: readonly BookingLine[], state: ImportState): number {
  return lines
    .filter((line) => line.slot_starting_at === start)
    .reduce((sum, line) => sum + seatsOf(line, state), 0);
}

function numbered(lines: readonly DataLine[]): FileLine[] {
  return lines.map((content, index) => ({ line: index + 1, content }));
}

function decide(lines: readonly FileLine[], state: ImportState, update = true) {
  const report = new ImportReport();
  const rules = importRules({ update });
  const decision = decideLines(lines, state, rules, report);
  return { decision, report, settled: settleSlots(decision.slots, state) };
}

/** The account's bookings after the decided ones are written. */
function afterwards(before: readonly BookingLine[], decided: readonly { content: BookingLine }[]) {
  const all = new Map(before.map((line) => [line.booking, line]));
  for (const { content } of decided) all.set(content.booking, content);
  return [...all.values()];
}

describe("the lines of a file", () => {
  test("take and release the seats of the bookings that they leave", () => {
    fc.assert(
      fc.property(files, files, (before, file) => {
        const state = stateOf(before);
        const { decision, settled } = decide(numbered(file), state);
        const after = afterwards(before, decision.bookings);
        const taken = new Map(Array.from(state.slots, ([name, seats]) => [name, seats.taken]));
        const vips = new Map(
          starts.map((start) => [slotOf(start), takenIn(start, ofVip(before), state)]),
        );
        for (const { effect, after: seats, types: changed } of settled) {
          const name = slotOf(effect.place.starting_at);
          taken.set(name, seats.taken);
          for (const type of changed) vips.set(name, type.after?.taken ?? -1);
        }
        for (const start of starts) {
          assert.equal(taken.get(slotOf(start)), takenIn(start, after, state));
          assert.equal(vips.get(slotOf(start)), takenIn(start, ofVip(after), state));
        }
      }),
    );
  });

  test("mean the same in any order", () => {
    fc.assert(
      fc.property(files, files, fc.infiniteStream(fc.nat()), (before, file, random) => {
        const state = stateOf(before);
        const lines = numbered(file);
        const shuffled = lines
          .map((line) => [random.next().value as number, line] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, line]) => line);
        const [one, other] = [decide(lines, state), decide(shuffled, state)];
        assert.deepEqual(other.report.counts(file.length), one.report.counts(file.length));
        const numbersOf = ({ decision }: typeof one) =>
          decision.bookings.map(({ line }) => line).toSorted((some, more) => some - more);
        assert.deepEqual(numbersOf(other), numbersOf(one));
      }),
    );
  });

  test("are unchanged when they are decided again", () => {
    fc.assert(
      fc.property(files, files, (before, file) => {
        const first = decide(numbered(file), stateOf(before));
        const written = first.decision.bookings.map(({ content }) => content);
        const again = decide(
          numbered(written),
          stateOf(afterwards(before, first.decision.bookings)),
        );
        assert.deepEqual(again.decision.bookings, []);
        assert.deepEqual(again.report.of("unchanged").booking ?? 0, written.length);
      }),
    );
  });

  test("change no known booking without leave", () => {
    fc.assert(
      fc.property(files, files, (before, file) => {
        const { decision } = decide(numbered(file), stateOf(before), false);
        assert.ok(decision.bookings.every((booking) => booking.known === null));
      }),
    );
  });

  test("A73 lose those that came too late for a seat, and fill no slot or type beyond its limit", () => {
    fc.assert(
      fc.property(files, files, fc.integer({ min: 0, max: 4 }), (before, file, capacityOfAll) => {
        const state = stateOf(before, capacityOfAll);
        let rest = numbered(file);
        for (;;) {
          const { decision, settled } = decide(rest, state);
          const out = new Set(
            settled
              .filter(isOverfull)
              .flatMap((slot) =>
                contestSeats(
                  slot,
                  decision.claims.get(slotOf(slot.effect.place.starting_at)) ?? [],
                ),
              )
              .map(({ line }) => line),
          );
          if (out.size === 0) break;
          rest = rest.filter(({ line }) => !out.has(line));
        }
        const { settled } = decide(rest, state);
        assert.ok(!settled.some(isOverfull));
      }),
    );
  });
});
