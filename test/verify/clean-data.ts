import assert from "node:assert/strict";
import { isRefused } from "../../src/domain/refusal.ts";
import { openStore } from "../../src/store/store.ts";
import { createAccount } from "../harness/operate.ts";
import { plant } from "../harness/query.ts";
import { acmeUatWith, acmeWith, booking, catalogue, otherWith } from "../harness/seed.ts";
import { audit, importLines } from "../harness/service.ts";

/**
 * A database in which every law holds, for breaches to be planted in. Account 1, acme/production, is
 * the one that they are planted in; acme/uat has bookings with the same ids, as when production was
 * copied, and other/production has one of its own.
 */
export async function makeClean(databaseUrl: string): Promise<void> {
  const store = openStore(databaseUrl);
  await store.migrate(Date.now());
  for (const account of [acmeWith([]), acmeUatWith([]), otherWith([])]) {
    const created = await createAccount(store, audit(), account.name, account.hosts, []);
    assert.ok(!isRefused(created));
    const bookings = account.name.tenant === "acme" ? Object.values(seeded) : [booking("other")];
    await importLines(store, created.id, [...catalogue, ...doubles, ...slots, ...bookings]);
  }
  await store.close();
  plant(databaseUrl, cancel("gone", 10));
}

const start = "2030-05-01T08:00:00Z";
export const waitedStart = "2030-06-01T08:00:00Z";
/** When there is a slot, but not of the summer's tasting. */
export const winterStart = "2030-07-01T08:00:00Z";
export const tourStart = "2030-08-01T08:00:00Z";

/** Names that exist twice: under another campaign or activity, where they mean something else. */
const doubles = [
  { kind: "activity", interaction: "pk_fair", id: "tasting", title: {} },
  { kind: "activity", interaction: "pk_summer", id: "swapped", title: {} },
  ...[
    { interaction: "pk_fair", activity: "tasting" },
    { interaction: "pk_summer", activity: "swapped" },
  ].flatMap((place) => [
    ticketType({ ...place, id: "standard", has_limited_capacity: false }),
    ticketType({ ...place, id: "open", has_limited_capacity: true }),
  ]),
  ticketType({
    interaction: "pk_fair",
    activity: "tasting",
    id: "of-the-fair",
    has_limited_capacity: false,
  }),
  ticketType({
    interaction: "pk_summer",
    activity: "swapped",
    id: "of-swapped",
    has_limited_capacity: false,
  }),
  { kind: "activity", interaction: "pk_fair", id: "workshop", title: {} },
  { kind: "activity", interaction: "pk_winter", id: "workshop", title: {} },
  { kind: "activity", interaction: "pk_summer", id: "clinic", title: {} },
  host({ interaction: "pk_winter", activity: "workshop", id: "of-the-winter" }),
  host({ interaction: "pk_summer", activity: "clinic", id: "of-the-clinic" }),
];

function ticketType(fields: object): object {
  return { kind: "ticket_type", display_name: "T", ...fields };
}

function host(fields: object): object {
  return { kind: "host", display_name: "H", ...fields };
}

const slots = [
  slot({ activity: "tasting", starting_at: start }),
  slot({ activity: "tasting", starting_at: waitedStart }),
  slot({ activity: "tour", starting_at: waitedStart }),
  slot({ activity: "tour", starting_at: tourStart }),
  slot({ activity: "workshop", host: "ann", starting_at: start }),
  slot({ activity: "workshop", host: "bob", starting_at: start }),
  slot({ interaction: "pk_winter", activity: "tasting", starting_at: waitedStart }),
  slot({ interaction: "pk_winter", activity: "tasting", starting_at: winterStart }),
  slot({ interaction: "pk_fair", activity: "workshop", starting_at: start }),
];

export const slotCount = slots.length;

function slot(fields: object): object {
  return { kind: "slot", interaction: "pk_summer", capacity: 3, ...fields };
}

/** Bookings of account 1. On the slot at `start` two of three seats are taken. */
export const seeded = {
  pair: booking("ann", { tickets: [{}, {}] }),
  open: booking("ann", { ticket_type: "open" }),
  waiting: booking("bob", { booking_status: "WAITLIST", tickets: [{}, {}] }),
  ended: booking("bob", { booking_status: "CANCELLED", tickets: [cancelled(), cancelled()] }),
  /** Is cancelled by the service, so that its history has a second event. */
  gone: booking("bob", { ticket_type: "open" }),
  hosted: booking("ann", { activity: "workshop", host: "ann" }),

  // On the slot at `waitedStart`, one day after the other, one of them unlimited.
  seat: onWaited("carl", 1),
  wait1: onWaited("dora", 2, { booking_status: "WAITLIST", tickets: [{}, {}] }),
  wait2: onWaited("emil", 3, { booking_status: "WAITLIST" }),
  wait3: onWaited("fred", 4, { booking_status: "WAITLIST" }),
  free: onWaited("gina", 5, { booking_status: "WAITLIST", ticket_type: "open" }),
  late: onWaited("hugo", 6),

  // Those wait for other slots, and since before anybody else.
  waitTour: onWaited("iris", 0, { booking_status: "WAITLIST", activity: "tour" }),
  waitWinter: onWaited("jane", 0, { booking_status: "WAITLIST", interaction: "pk_winter" }),
  waitEarly: onWaited("kurt", 0, { booking_status: "WAITLIST", slot_starting_at: start }),
  waitAnn: workshop("lena", 0, { booking_status: "WAITLIST", host: "ann" }),
  withBob: workshop("lena", 1, { host: "bob" }),
  /** The line is imported whatever the others are, after all of them. */
  waitBob: workshop("mara", 0, { booking_status: "WAITLIST", host: "bob" }),
} as const;

export type Seeded = keyof typeof seeded;

export const ticketCount = Object.values(seeded).flatMap(
  (line) => line["tickets"] ?? ["the one that every booking has"],
).length;

function cancelled(): object {
  return { cancelled_at: "2025-04-01T10:11:12Z" };
}

function onWaited(externalId: string, day: number, fields: object = {}) {
  const booked_at = new Date(atDay(day)).toISOString();
  return booking(externalId, { slot_starting_at: waitedStart, booked_at, ...fields });
}

function workshop(externalId: string, day: number, fields: object) {
  return onWaited(externalId, day, { activity: "workshop", slot_starting_at: start, ...fields });
}

/** How slots are named, as `tell` in the test names them. */
export const slotAtStart = `pk_summer tasting ${start}`;
export const slotOfAnn = `pk_summer workshop ann ${start}`;
export const slotOfBob = `pk_summer workshop bob ${start}`;
export const slotOfTour = `pk_summer tour ${waitedStart}`;
export const slotOfWaited = `pk_summer tasting ${waitedStart}`;
export const slotWithoutHost = `pk_summer workshop ${start}`;

// What follows are words to say in SQL what is planted.

/** Day 0 is the last of March 2025. */
export function atDay(day: number): number {
  return Date.UTC(2025, 2, 31) + day * 86_400_000;
}

export function id(name: Seeded): string {
  return `uuid('${seeded[name].booking}')`;
}

/** The condition that a row of `booking`, of `ticket` or of `booking_event` is that booking's. */
export const isBooking = (name: Seeded) => `account_id = 1 and id = ${id(name)}`;
export const isOf = (name: Seeded) => `account_id = 1 and booking_id = ${id(name)}`;

export const isSlotAtStart = isTasting(start);
export const isSlotWaited = isTasting(waitedStart);

function isTasting(startingAt: string): string {
  return `account_id = 1 and activity_id = 'tasting' and starting_at = ${Date.parse(startingAt)}
    and interaction_id = (select id from interaction where account_id = 1 and public_key = 'pk_summer')`;
}

export function addEvent(
  name: Seeded,
  [number, kind, status]: readonly [number: number, kind: string, status: string],
  day: number,
  details = "null",
): string {
  return `
    insert into booking_event
    values (1, ${id(name)}, ${number}, '${kind}', '${status}', ${atDay(day)}, ${atDay(day)}, 'x', null, ${details}, null);`;
}

export const automatic =
  "update interaction set waitlist_promotion = 'automatic' where account_id = 1 and public_key = 'pk_summer';";

/** Somebody moves up from the waitlist, as the service would have it. */
export function promote(name: Seeded, day: number, details = "null", number = 2): string {
  return `
    update booking
    set booking_status = 'CONFIRMED', booked_at = ${atDay(day)}
    where ${isBooking(name)};
    update slot
    set taken = taken + (select count(*) from ticket where ${isOf(name)} and cancelled_at is null), capacity = 9
    where ${isSlotWaited};
    ${addEvent(name, [number, "promoted", "CONFIRMED"], day, details)}`;
}

/** Somebody who holds no seat cancels, as the service would have it. */
export function cancel(name: Seeded, day: number, details = "null"): string {
  return `
    update booking
    set booking_status = 'CANCELLED', booked_at = ${atDay(day)}
    where ${isBooking(name)};
    update ticket set cancelled_at = ${atDay(day)} where ${isOf(name)};
    ${addEvent(name, [2, "cancelled", "CANCELLED"], day, details)}`;
}

const served: readonly Seeded[] = [
  "seat",
  "wait1",
  "wait2",
  "wait3",
  "free",
  "late",
  "waitTour",
  "waitWinter",
  "waitEarly",
  "waitAnn",
  "withBob",
];

/** Turns what was imported into what the service did itself, at the time of each. */
export const bookedByTheService = `
  update booking_event
  set kind = 'booked', recorded_at = at
  where account_id = 1
  and number = 1
  and booking_id in (${served.map(id).join(", ")});`;

/** The same, when nobody was let in past the waitlist. */
export const inOrder = `
  ${bookedByTheService}
  delete from ticket where ${isOf("late")};
  delete from booking_event where ${isOf("late")};
  delete from booking where ${isBooking("late")};
  update slot set taken = taken - 1 where ${isSlotWaited};`;
