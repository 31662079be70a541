import { namedBy, numberedBy } from "../keys.ts";
import {
  nameOf,
  recordAfter,
  type SlotPlace,
  slotName,
} from "../../domain/catalogue/catalogue-state.ts";
import type {
  LimitChangeInSlot,
  ImportState,
  TypeHere,
} from "../../domain/import/decide-booking-line.ts";
import type { FileLine, SlotLine } from "../../domain/data-file/data-line.ts";
import { limitChangeOf } from "../../domain/import/settle-slots.ts";
import { saysLimit } from "../../domain/import/slot-effect.ts";
import {
  type CatalogueAround,
  loadCatalogue,
  type Definitions,
} from "../catalogue/load-catalogue.ts";
import { fromHostColumn, type SlotKey } from "../write/slot.ts";
import { ChangedMeanwhile, type Within } from "./import-target.ts";
import { randomUUID } from "node:crypto";
import { carriedForward } from "../../domain/clock.ts";
import { countTakenByType, readLimitTimes, readOwnLimits } from "../write/own-limits.ts";
import { ask, placesByName, readPlaces, type Asking } from "./load-state.ts";

/*
 * A ticket type whose limit in each slot changes locks all slots of its activity: what takes a seat reads the limit
 * under the lock of its slot.
 *
 * A ticket type that becomes limited, or ceases to be, changes the seats of all its bookings, also in slots that the
 * file does not name (B400). An import locks what these seats depend on: the CONFIRMED bookings, then all slots of
 * their activities, because a booking is locked before its slot. A change that holds one of them uses the old limit. A
 * later one uses the new limit: a cancel reads it under the lock of its booking, and what takes a seat under that of
 * the slot. No slot is added meanwhile, because that takes the account's lock.
 */

/** A ticket type whose limit a line changes. */
interface LimitChange {
  readonly line: number;
  /** Whether its bookings begin or cease to take seats; else only its limit in each slot changes. */
  readonly changesSeats: boolean;
  readonly interaction: string;
  readonly interactionId: string;
  readonly activity: string;
  readonly id: string;
  readonly isLimited: boolean;
}

/** The ticket types whose limit the lines change. */
export function limitChangesIn(
  lines: readonly FileLine[],
  catalogue: CatalogueAround,
): LimitChange[] {
  return lines.flatMap(({ line, content }) => {
    const change = content.kind === "ticket_type" ? limitChangeOf(content, catalogue) : null;
    if (content.kind !== "ticket_type" || change === null) return [];
    const { interaction, activity, id, has_limited_capacity: isLimited } = content;
    const interactionId = recordAfter(catalogue, "interaction", interaction)?.id ?? "";
    const changesSeats = change === "seats";
    return [{ line, changesSeats, interaction, interactionId, activity, id, isLimited }];
  });
}

/** Locks the CONFIRMED bookings of these types. */
export async function lockBookingsOf(within: Within, types: readonly LimitChange[]): Promise<void> {
  for (const type of types.filter(({ changesSeats }) => changesSeats)) {
    await lockConfirmedOf(within, type, "waiting");
  }
}

/**
 * Locks the bookings that were made before the slots were locked. A cancel that holds one waits for its slot, so the
 * import does not wait for the cancel.
 */
export async function refuseLateBookings(
  within: Within,
  types: readonly LimitChange[],
): Promise<void> {
  for (const type of types.filter(({ changesSeats }) => changesSeats)) {
    const kept = await lockConfirmedOf(within, type, "free");
    const { total } = await bookingsOf(within, type)
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    if (kept < total) throw new ChangedMeanwhile();
  }
}

/** The slots of the types' activities, with the seats that each gains or loses. */
export async function countSeatsOf(
  within: Within,
  types: readonly LimitChange[],
): Promise<LimitChangeInSlot[]> {
  const all: LimitChangeInSlot[] = [];
  for (const type of types) {
    const { interaction, activity, line, isLimited, id: ticketType, changesSeats } = type;
    const live = new Map<string, number>();
    const counts = changesSeats
      ? [...(await liveTicketsBySlot(within, type)), ...(await heldBySlot(within, type))]
      : [];
    for (const row of counts) {
      const name = nameOf("slot", row.host_id, row.starting_at);
      live.set(name, (live.get(name) ?? 0) + row.live);
    }
    for (const row of await slotsOf(within, type)) {
      const place: SlotPlace = {
        interaction,
        activity,
        host: fromHostColumn(row.host_id),
        starting_at: row.starting_at,
      };
      const seats = live.get(nameOf("slot", row.host_id, row.starting_at)) ?? 0;
      all.push({ place, ticketType, seats: isLimited ? seats : -seats, line });
    }
    await within.pause();
  }
  return all;
}

/** Locks CONFIRMED bookings of a type, and returns how many; with `free`, only those that no other transaction holds. */
async function lockConfirmedOf(
  within: Within,
  type: LimitChange,
  locking: "waiting" | "free",
): Promise<number> {
  const { transaction, engine } = within;
  const ids = bookingsOf(within, type).select("booking.id");
  const kept =
    locking === "free" ? engine.lockedIfFree(ids, ["booking"]) : engine.locked(ids, "booking");
  const { total } = await transaction
    .selectFrom(kept.as("kept"))
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

function slotsOf({ transaction, accountId }: Within, type: LimitChange) {
  return transaction
    .selectFrom("slot")
    .select(["host_id", "starting_at"])
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", type.interactionId)
    .where("activity_id", "=", type.activity)
    .execute();
}

// The statement reads all bookings of the account. An index from ticket types to bookings would cost
// every booking a write, for a change that is rare.
function bookingsOf({ transaction, accountId }: Within, type: LimitChange) {
  return transaction
    .selectFrom("booking")
    .where("booking.account_id", "=", accountId)
    .where("booking.ticket_type_number", "=", (select) =>
      select
        .selectFrom("ticket_type")
        .select("ticket_type.number")
        .where("ticket_type.account_id", "=", accountId)
        .where("ticket_type.interaction_id", "=", type.interactionId)
        .where("ticket_type.activity_id", "=", type.activity)
        .where("ticket_type.id", "=", type.id),
    )
    .where("booking.booking_status", "=", "CONFIRMED");
}

function liveTicketsBySlot(within: Within, type: LimitChange) {
  return bookingsOf(within, type)
    .innerJoin("ticket", namedBy("booking", "ticket"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    .select((select) => [
      "slot.host_id",
      "slot.starting_at",
      select.fn.countAll<number>().as("live"),
    ])
    .where("ticket.cancelled_at", "is", null)
    .groupBy("slot.host_id")
    .groupBy("slot.starting_at")
    .execute();
}

function heldBySlot({ transaction, accountId }: Within, type: LimitChange) {
  return transaction
    .selectFrom("slot")
    .innerJoin("hold", (join) =>
      join
        .onRef("hold.account_id", "=", "slot.account_id")
        .onRef("hold.slot_number", "=", "slot.number"),
    )
    .innerJoin("ticket_type", numberedBy("ticket_type", "hold"))
    .select(["slot.host_id", "slot.starting_at", "hold.tickets as live"])
    .where("slot.account_id", "=", accountId)
    .where("slot.interaction_id", "=", type.interactionId)
    .where("slot.activity_id", "=", type.activity)
    .where("ticket_type.id", "=", type.id)
    .where("hold.state", "=", "live")
    .execute();
}

/**
 * The ticket types in slots, by `slotName` and id: limits of the slot's own, and with `counts`, or where there is such a
 * limit, what is taken of the type. Only who holds the account's lock changes a limit, and the slot's lock keeps what is taken.
 */
export async function loadTypesHere(
  within: Asking,
  places: ReadonlyMap<string, SlotPlace>,
  catalogue: CatalogueAround,
  counts: boolean,
): Promise<Map<string, Map<string, TypeHere>>> {
  const slots = await readPlaces(within, places, catalogue);
  const names = new Map(slots.map(({ number, name }) => [number, name]));
  const types = new Map<string, Map<string, TypeHere>>();
  const add = (number: number, id: string, here: Partial<TypeHere>) => {
    const name = names.get(number) ?? "";
    const ofSlot = types.get(name) ?? new Map<string, TypeHere>();
    types.set(name, ofSlot);
    ofSlot.set(id, { own: null, overbooked: 0, live: 0, ...ofSlot.get(id), ...here });
  };
  const columns = slots.map(({ number }) => ({ number }));
  for (const row of await ask(within, readOwnLimits, columns)) {
    add(row.number, row.id, { own: row.own, overbooked: row.overbooked });
  }
  // Tickets count where something limits them.
  const isCounted = counts || types.size > 0;
  for (const row of isCounted ? await ask(within, countTakenByType, columns) : []) {
    const live = types.get(names.get(row.number) ?? "")?.get(row.id)?.live ?? 0;
    add(row.number, row.id, { live: live + row.live });
  }
  return types;
}

/**
 * The limits that the slots of these lines say, where a line changes some, with the ticket types of those that a line
 * removes without naming them.
 */
export async function loadOwnLimits(
  within: Asking,
  lines: readonly SlotLine[],
  catalogue: CatalogueAround,
  definitions: Definitions,
): Promise<CatalogueAround & Pick<ImportState, "typesHere">> {
  const some = lines.filter((line) => line.ticket_types !== undefined);
  const typesHere =
    some.length > 0
      ? await loadTypesHere(within, placesByName(some), catalogue, false)
      : new Map<string, Map<string, TypeHere>>();
  const removing = some.flatMap((line) => {
    const here = typesHere.get(slotName(line));
    if (line.ticket_types !== null || here === undefined) return [];
    return [
      { ...line, ticket_types: Object.fromEntries([...here.keys()].map((id) => [id, null])) },
    ];
  });
  if (removing.length === 0) return { ...catalogue, typesHere };
  const more = await loadCatalogue(within, removing, definitions, randomUUID);
  return {
    ...catalogue,
    known: new Map([...catalogue.known, ...more.known]),
    defined: new Map([...catalogue.defined, ...more.defined]),
    typesHere,
  };
}

/** When the limits of these slots' ticket types change, by the slot's number; a slot without bookings has no past. */
export async function loadLimitTimes(
  within: Asking,
  now: number,
  slots: readonly SlotKey[],
): Promise<Map<number, number>> {
  const keys = slots.map(({ number }) => ({ number }));
  const rows = await ask(within, readLimitTimes, keys);
  return new Map(
    rows.flatMap((row) => {
      if (row.statusAt === null) return [];
      const last = row.limitAt ?? Number.NEGATIVE_INFINITY;
      return [[row.number, Math.max(carriedForward(now, row.statusAt), last + 1)] as const];
    }),
  );
}

/** Whether some ticket type may have a limit. */
export function hasLimits(
  { known, defined }: Pick<CatalogueAround, "known" | "defined">,
  lines: readonly FileLine[],
): boolean {
  const records = [...known.values(), ...defined.values()];
  return records.some(saysLimit) || lines.some(({ content }) => saysLimit(content));
}
