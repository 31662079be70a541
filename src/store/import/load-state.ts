import { keysPerStatement, type CatalogueAround } from "../catalogue/load-catalogue.ts";
import {
  nameByKey,
  recordAfter,
  slotName,
  type SlotPlace,
} from "../../domain/catalogue/catalogue-state.ts";
import type { KnownBooking } from "../../domain/import/decide-booking-line.ts";
import type { PastEvent } from "../../domain/newest-wins.ts";
import type { SlotState } from "../../domain/seats.ts";
import {
  toHostColumn,
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
import { ofOffer, offerColumns, offerOf } from "../write/booking-of-rows.ts";
import { shopColumns } from "../write/shop-columns.ts";
import { namedBy, numberedBy } from "../keys.ts";
import { readDurations } from "../write/slot-durations.ts";
import { bindRows, chunksOf, keepStatement } from "../statement.ts";
import { keyedBookings, lockBookings, type ReadByKeys } from "../write/load.ts";
import { contactName, type ImportTransaction } from "./import-target.ts";

type Locking = "locked" | "unlocked";

/** A transaction, a snapshot or the database itself, on one account. */
export type Reading = Pick<ImportTransaction, "transaction" | "accountId" | "pause">;
/** The same, with the numbers of the rows that were read: the functions below add those of what they read. */
export type Asking = Reading & Pick<ImportTransaction, "numbers" | "now">;

/** Runs a statement for as many keys at a time as it takes. */
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
export async function loadKnownBookings(
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

/** The bookings as lines of a data file name them; `readTickets` reads their tickets. */
const readNamedBookings = keepStatement((database, values: KeyedValues, dialect) =>
  keyedBookings(database, values, dialect)
    .innerJoin("contact", numberedBy("contact", "booking"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .leftJoin("booking_data", namedBy("booking", "booking_data"))
    .leftJoin("hold as offer", ofOffer)
    .select(offerColumns)
    .select(shopColumns)
    .select(["interaction.public_key", "contact.external_id", "contact.id as contact_id"])
    .select(["slot.activity_id", "slot.host_id", "ticket_type.id as ticket_type_id"]),
);

const readTickets = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("ticket")
    .select([
      "ticket.booking_id",
      "ticket.cancelled_at",
      "ticket.attendee_display_name",
      "ticket.attendee_checked_in_at",
    ])
    .where("ticket.account_id", "=", values.accountId)
    .whereRef("ticket.booking_id", "=", "input_rows.id")
    .orderBy("ticket.booking_id")
    .orderBy("ticket.number"),
);

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

/** The slots of the places, each with its `slotName`. */
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
export function keyOfSlot(
  place: SlotPlace,
  { numbers }: { readonly numbers: ReadonlyMap<string, number> },
): SlotKey {
  const number = numbers.get(slotName(place));
  const interactionNumber = numbers.get(nameByKey("interaction", place.interaction));
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
