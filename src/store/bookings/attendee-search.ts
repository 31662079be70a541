import { sql, type AliasedExpression, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { isNamed } from "../../domain/attendee-name.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { bookingRows, orderOf, type BookingFilter } from "./booking-rows.ts";
import { dialectOf } from "../statement.ts";
import { firstUuid, lastUuid, uuid } from "../uuid-columns.ts";
import { keysOfSlots } from "./named-bookings.ts";

/**
 * A name with more tickets than this is looked for in the order of slots: so many bookings are read and sorted in the
 * time in which the order of slots shows a page of them.
 */
const ticketsMax = 2_000;
/** The word that fewer names have is the first; it is counted up to here. */
const countedMax = 5_000;

/** The words in the order in which the index reads them; null where more tickets than `ticketsMax` have such a name. */
export async function searchAttendees(
  reads: Kysely<Tables>,
  accountId: AccountId,
  words: readonly string[],
): Promise<readonly string[] | null> {
  const { readsFirstWord } = dialectOf(reads).names;
  const search = readsFirstWord ? await rarestFirst(reads, accountId, words) : words;
  return (await count(reads, accountId, search, ticketsMax + 1)) > ticketsMax ? null : search;
}

async function rarestFirst(
  reads: Kysely<Tables>,
  accountId: AccountId,
  words: readonly string[],
): Promise<readonly string[]> {
  if (words.length === 1) return words;
  const counts = await Promise.all(
    words.map((word) => count(reads, accountId, [word], countedMax)),
  );
  const first = counts.indexOf(Math.min(...counts));
  return [...words.slice(first), ...words.slice(0, first)];
}

async function count(
  reads: Kysely<Tables>,
  accountId: AccountId,
  words: readonly string[],
  limit: number,
): Promise<number> {
  const named = dialectOf(reads).names.select(accountId, words);
  const { rows } = await sql<{ tickets: number }>`
    select count(*) as tickets
    from (${named} limit ${limit}) as named`.execute(reads);
  return rows[0]?.tickets ?? 0;
}

/** A database, or a snapshot of it. */
export type Reader = Pick<Engine, "reads" | "rowsAsJson">;

/** Windows grow while each takes less than this. */
const windowMs = 15;
const portions = { slotsAtFirst: 100, bookingsAtATime: 5_000 };

/** A place behind a booking, or behind all of a slot's start. */
export type Place = NonNullable<BookingFilter["after"]>;

/**
 * The ids of the next bookings with a name that many attendees have: the slots are read in their order, in windows,
 * and the names of their bookings compared. Where the time is over before there are enough, `next` is where to go on.
 */
export async function findCommonName(
  engine: Reader,
  accountId: AccountId,
  { limit, ...filter }: BookingFilter,
  { words, isOver }: { readonly words: readonly string[]; readonly isOver: () => boolean },
  { slotsAtFirst, bookingsAtATime }: typeof portions = portions,
): Promise<{ readonly ids: readonly string[]; readonly next: Place | null }> {
  const { reads } = engine;
  const ids: string[] = [];
  const start = filter.slotStartingAt;
  let rest = {
    ...filter,
    from: start ?? filter.from ?? Number.MIN_SAFE_INTEGER,
    to: start ?? filter.to ?? Number.MAX_SAFE_INTEGER,
    isWindow: true,
    limit: bookingsAtATime,
  };
  for (let slots = slotsAtFirst; ;) {
    const began = performance.now();
    const window = await nextWindow(reads, accountId, rest, slots);
    const inWindow = { ...rest, ...window };
    const bookings = await readNames(engine, accountId, inWindow);
    const named = bookings.filter(({ names }) => names.some((name) => isNamed(name, words)));
    const missing = limit - ids.length;
    ids.push(...(await firstThatMatch(reads, accountId, inWindow, { named, missing })));
    if (ids.length >= limit) return { ids: ids.slice(0, limit), next: null };
    const last = bookings.length < bookingsAtATime ? undefined : bookings.at(-1);
    if (last === undefined && window === null) return { ids, next: null };
    const next = last ?? endOf(window ?? rest, filter);
    if (isOver()) return { ids, next };
    rest = last === undefined ? behind(next, rest) : { ...rest, after: last };
    if (performance.now() - began < windowMs) slots *= 2;
  }
}

type Bounds = Readonly<Record<"from" | "to", number>>;

/** Behind every booking of the last start of a window. */
function endOf({ from, to }: Bounds, { latestFirst }: Pick<BookingFilter, "latestFirst">): Place {
  return latestFirst === true
    ? { slotStartingAt: from, id: firstUuid }
    : { slotStartingAt: to, id: lastUuid };
}

function behind<F extends Pick<BookingFilter, "latestFirst">>(
  { slotStartingAt }: Place,
  filter: F,
): F {
  return filter.latestFirst === true
    ? { ...filter, to: slotStartingAt - 1 }
    : { ...filter, from: slotStartingAt + 1 };
}

/** The bounds of the next slots, in the order of the filter; null where there are no more. */
export async function nextWindow(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER, after, ...filter }: BookingFilter,
  slots: number,
) {
  const isBackwards = filter.latestFirst === true;
  const bounds = isBackwards
    ? { from, to: Math.min(to, after?.slotStartingAt ?? to) }
    : { from: Math.max(from, after?.slotStartingAt ?? from), to };
  const edge = await reads
    .selectFrom("slot")
    .select("starting_at")
    .where("account_id", "=", accountId)
    .where("starting_at", ">=", bounds.from)
    .where("starting_at", "<=", bounds.to)
    .orderBy("starting_at", orderOf(filter))
    .offset(slots)
    .limit(1)
    .executeTakeFirst();
  if (edge === undefined) return null;
  const start = edge.starting_at;
  return { ...bounds, ...(isBackwards ? { from: start } : { to: start }), isWindow: true };
}

/**
 * The next bookings in their order, each with the names of its attendees. PostgreSQL would join some thousand bookings by
 * reading every ticket of the account; a sub-query reads those of each booking.
 */
async function readNames({ reads, rowsAsJson }: Reader, accountId: AccountId, filter: Window) {
  const rows = await reads
    .selectFrom(keysInOrder(reads, accountId, filter))
    .select(["booking.id", "booking.slot_starting_at"])
    .select((columns) =>
      rowsAsJson(
        columns
          .selectFrom("ticket")
          .select("ticket.attendee_display_name")
          .where("ticket.account_id", "=", accountId)
          .whereRef("ticket.booking_id", "=", "booking.id"),
      ).as("tickets"),
    )
    .orderBy("booking.slot_starting_at", orderOf(filter))
    .orderBy("booking.id", orderOf(filter))
    .execute();
  return rows.map(({ id, slot_starting_at: slotStartingAt, tickets }) => ({
    id,
    slotStartingAt,
    names: (JSON.parse(tickets) as TicketName[]).flatMap(
      (each) => each.attendee_display_name ?? [],
    ),
  }));
}

type TicketName = Pick<Tables["ticket"], "attendee_display_name">;

type Window = BookingFilter & Bounds;

/** Whether the filter names few bookings, which are read as they are; else their names are compared first. */
function namesFew({ id, ids, externalId }: BookingFilter): boolean {
  return (id ?? ids ?? externalId) !== undefined;
}

/** Of all of a window's slots, the index of the slots has the order: it saves reading the bookings. */
function keysInOrder(
  reads: Kysely<Tables>,
  accountId: AccountId,
  filter: Window,
): AliasedExpression<Pick<Tables["booking"], "id" | "slot_starting_at">, "booking"> {
  if (namesFew(filter)) return bookingRows(reads, accountId, filter).as("booking");
  const { after } = filter;
  let select = keysOfSlots(reads, accountId, filter).select(["key.id", "key.slot_starting_at"]);
  if (after !== undefined) {
    select = select.where((where) =>
      where(
        where.refTuple("key.slot_starting_at", "key.id"),
        filter.latestFirst === true ? "<" : ">",
        where.tuple(after.slotStartingAt, uuid(after.id)),
      ),
    );
  }
  return select
    .orderBy("key.slot_starting_at", orderOf(filter))
    .orderBy("key.id", orderOf(filter))
    .limit(filter.limit)
    .as("booking");
}

/** Bookings with the name are asked for the rest of the filter in portions, since most may lack it. */
const askedAtATime = 500;

async function firstThatMatch(
  reads: Kysely<Tables>,
  accountId: AccountId,
  filter: Window,
  {
    named,
    missing,
  }: { readonly named: readonly { readonly id: string }[]; readonly missing: number },
): Promise<string[]> {
  const ids = named.map(({ id }) => id);
  if (namesFew(filter)) return ids;
  const matching: string[] = [];
  for (let asked = 0; asked < ids.length && matching.length < missing; asked += askedAtATime) {
    const some = ids.slice(asked, asked + askedAtATime);
    const rows = await bookingRows(reads, accountId, { ...filter, ids: some }).execute();
    matching.push(...rows.map(({ id }) => id));
  }
  return matching;
}
