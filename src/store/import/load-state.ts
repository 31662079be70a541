import { keysPerStatement, type CatalogueAround } from "../catalogue/load-catalogue.ts";
import {
  nameOf,
  recordAfter,
  slotName,
  type SlotPlace,
} from "../../domain/catalogue/catalogue-state.ts";
import { type KnownBooking, type ImportState } from "../../domain/import/decide-booking-line.ts";
import type { PastEvent } from "../../domain/newest-wins.ts";
import type { SlotState } from "../../domain/seats.ts";
import {
  toHostColumn,
  lockSlots,
  readNamedSlots,
  readSlots,
  slotColumnsText,
  slotNameColumns,
  slotState,
  type KeyedValues,
  type SlotColumns,
  type SlotKey,
  type SlotName,
} from "../write/slot.ts";
import { lineOfRows } from "../bookings/booking-details.ts";
import { refuseDue } from "../write/held-seats.ts";
import { offerOf } from "../write/booking-of-rows.ts";
import { readDurations } from "../write/slot-durations.ts";
import { bindRows, chunksOf, keepStatement } from "../statement.ts";
import { lockBookings, readNamedBookings, readTickets, type ReadByKeys } from "../write/load.ts";
import { contactName, type Within } from "./import-target.ts";
import type { SlotLine, FileLine } from "../../domain/data-file/data-line.ts";
import { placeOf } from "../../domain/import/decide-lines.ts";

type Locking = "locked" | "unlocked";

/** A transaction, a snapshot or the database itself. */
export type Reading = Pick<Within, "transaction" | "accountId" | "pause">;
export type Asking = Reading & Pick<Within, "numbers" | "now">;

export async function ask<Row>(
  { transaction, accountId, pause }: Reading,
  read: ReadByKeys<Row>,
  keys: readonly Readonly<Record<string, string | number>>[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of chunksOf(keys, keysPerStatement)) {
    rows.push(...(await read(transaction, { accountId, ...bindRows(some) })));
    await pause();
  }
  return rows;
}

/** By booking id; they are locked in the order of their ids. */
export async function loadLines(
  within: Asking,
  ids: readonly string[],
  locking: Locking,
): Promise<Map<string, KnownBooking>> {
  const keys = ids.toSorted().map((id) => ({ id }));
  if (locking === "locked") await ask(within, lockBookings, keys);
  const rows = await ask(within, readNamedBookings, keys);
  const known = rows.map(({ id }) => ({ id }));
  const byBooking = Map.groupBy(await ask(within, readTickets, known), (row) => row.booking_id);
  for (const row of rows) within.numbers.set(contactName(row.contact_id), row.contact_number);
  return new Map(rows.map((row) => [row.id, knownBooking(row, byBooking.get(row.id) ?? [])]));
}

/** The events of bookings, by booking id. */
export async function loadHistories(
  within: Asking,
  ids: readonly string[],
): Promise<Map<string, PastEvent[]>> {
  const keys = ids.map((id) => ({ id }));
  return Map.groupBy(await ask(within, readHistories, keys), (row) => row.id);
}

const readHistories = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("booking_event")
    .select([
      "booking_event.booking_id as id",
      "booking_event.kind",
      "booking_event.at",
      "booking_event.recorded_at as recordedAt",
      "booking_event.details",
    ])
    .where("booking_event.account_id", "=", values.accountId)
    .whereRef("booking_event.booking_id", "=", "input_rows.id")
    .orderBy("booking_event.booking_id")
    .orderBy("booking_event.number"),
);

/** The ids of contacts, by external id. */
export async function loadContacts(
  within: Asking,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const keys = externalIds.map((external_id) => ({ external_id }));
  const rows = await ask(within, readContacts, keys);
  for (const row of rows) within.numbers.set(contactName(row.id), row.number);
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

const readContacts = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { external_id: "text" }))
    .crossJoin("contact")
    .select(["contact.external_id", "contact.id", "contact.number"])
    .where("contact.account_id", "=", values.accountId)
    .whereRef("contact.external_id", "=", "input_rows.external_id"),
);

/** By `slotName`; they are locked in the order of their numbers, as by `inLockingOrder`. */
async function loadSlots(
  within: Asking,
  places: ReadonlyMap<string, SlotPlace>,
  catalogue: CatalogueAround,
  locking: Locking,
): Promise<Map<string, SlotState>> {
  const rows = await readPlaces(within, places, catalogue);
  if (locking === "unlocked") return new Map(rows.map((row) => [row.name, slotState(row)]));
  const names = new Map(rows.map(({ number, name }) => [number, name]));
  const inOrder = rows
    .map(({ number }) => ({ number }))
    .toSorted((one, other) => one.number - other.number);
  const locked = await ask(within, lockSlots, inOrder);
  const now = within.now();
  for (const { number, next_end_at: endsAt } of locked) refuseDue(number, endsAt, now);
  return new Map(locked.map((row) => [names.get(row.number) ?? "", slotState(row)]));
}

/** The slots of the places, with their `slotName`; their numbers are kept. */
export async function readPlaces(
  within: Asking,
  places: ReadonlyMap<string, SlotPlace>,
  catalogue: CatalogueAround,
) {
  const { names, columns } = columnsOf(places, catalogue);
  const rows = await ask(within, readNamedSlots, columns);
  return rows.map((row) => {
    const name = names.get(slotColumnsText(row)) ?? "";
    within.numbers.set(name, row.number);
    return { ...row, name };
  });
}

/** The columns of the places that have a campaign, and the places' names by `slotColumnsText`. */
function columnsOf(places: ReadonlyMap<string, SlotPlace>, catalogue: CatalogueAround) {
  const names = new Map<string, string>();
  const columns: SlotColumns[] = [];
  for (const [name, place] of places) {
    const named = nameOfPlace(place, catalogue);
    if (named === null) continue;
    const own = slotNameColumns(named);
    columns.push(own);
    names.set(slotColumnsText(own), name);
  }
  return { names, columns };
}

/** The lengths of slots, by `slotName`. Only who holds the account's lock changes one. */
export async function loadDurations(
  within: Asking,
  places: ReadonlyMap<string, SlotPlace>,
  catalogue: CatalogueAround,
): Promise<Map<string, number | null>> {
  const { names, columns } = columnsOf(places, catalogue);
  const rows = await ask(within, readDurations, columns);
  return new Map(rows.map((row) => [names.get(slotColumnsText(row)) ?? "", row.minutes]));
}

/** The seats of slots, by their numbers. */
export async function loadSeats(
  within: Reading,
  slots: readonly { readonly number: number }[],
): Promise<Map<number, SlotState>> {
  const keys = slots.map(({ number }) => ({ number }));
  const rows = await ask(within, readSlots, keys);
  return new Map(rows.map((row) => [row.number, slotState(row)]));
}

/** The slot of a place, by its columns; null where its campaign is not there. */
export function nameOfPlace(
  { interaction, activity, host, starting_at }: SlotPlace,
  catalogue: Pick<CatalogueAround, "known" | "defined">,
): SlotName | null {
  const interactionId = recordAfter(catalogue, "interaction", interaction)?.id;
  return interactionId == null
    ? null
    : {
        interactionId,
        activityId: activity,
        hostId: toHostColumn(host),
        startingAt: starting_at,
      };
}

/** The row of a slot whose number is kept. */
export function keyOfSlot(place: SlotPlace, { numbers }: Pick<Within, "numbers">): SlotKey {
  const number = numbers.get(slotName(place));
  const interactionNumber = numbers.get(nameOf("interaction", place.interaction));
  if (number === undefined || interactionNumber === undefined) {
    throw new Error("A slot that changes has a number, and its campaign too.");
  }
  return { number, interactionNumber, startingAt: place.starting_at };
}

/** The places of slots, by `slotName`. */
export function placesByName(places: Iterable<SlotPlace>): Map<string, SlotPlace> {
  const byName = new Map<string, SlotPlace>();
  for (const place of places) byName.set(slotName(place), place);
  return byName;
}

type BookingRow = Awaited<ReturnType<typeof readNamedBookings>>[number];
type TicketRow = Awaited<ReturnType<typeof readTickets>>[number];

function knownBooking(row: BookingRow, tickets: readonly TicketRow[]): KnownBooking {
  return {
    line: lineOfRows(row, tickets, null),
    contactId: row.contact_id,
    lastEvent: row.last_event ?? 0,
    offer: offerOf(row),
  };
}

/**
 * Reads the slots that the lines name, and locks those that may change: slots with another capacity or length, and
 * `changing`.
 */
export async function loadNamedSlots(
  within: Within,
  catalogue: CatalogueAround & Pick<ImportState, "slotDurations" | "typesHere">,
  lines: readonly FileLine[],
  changing: readonly SlotPlace[],
): Promise<Map<string, SlotState>> {
  const named = placesByName(
    lines.flatMap(({ content }) => {
      if (content.kind === "booking") return [placeOf(content)];
      return content.kind === "slot" ? [content] : [];
    }),
  );
  const toLock = placesByName(changing);
  if (!within.holdsLocks)
    return loadSlots(within, new Map([...named, ...toLock]), catalogue, "unlocked");
  const others = new Map([...named].filter(([name]) => !toLock.has(name)));
  const slots = await loadSlots(within, others, catalogue, "unlocked");
  for (const { content } of lines) {
    if (content.kind !== "slot") continue;
    const name = slotName(content);
    const known = slots.get(name);
    const minutes = content.slot_duration_in_minutes;
    const isOther =
      known?.capacity !== content.capacity ||
      (minutes !== undefined && minutes !== catalogue.slotDurations.get(name)) ||
      (content.closed !== undefined && content.closed !== (known.closedAt !== null)) ||
      changesOwnLimits(content, catalogue);
    if (known !== undefined && isOther) toLock.set(name, content);
  }
  for (const [name, seats] of await loadSlots(within, toLock, catalogue, "locked"))
    slots.set(name, seats);
  return slots;
}

/** Whether a slot's line says other limits than the slot has; a line that says none of them changes none. */
function changesOwnLimits(line: SlotLine, { typesHere }: Pick<ImportState, "typesHere">): boolean {
  const here = typesHere.get(slotName(line));
  if (line.ticket_types === undefined) return false;
  if (line.ticket_types === null) return here !== undefined;
  return Object.entries(line.ticket_types).some(
    ([id, limit]) => (here?.get(id)?.own ?? null) !== limit,
  );
}
