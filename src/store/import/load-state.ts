import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { recordAfter, slotName, type SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import type { BookingLine, TicketOfLine } from "../../domain/data-file/data-line.ts";
import type { KnownBooking } from "../../domain/import/decide-booking-line.ts";
import type { PastEvent } from "../../domain/newest-wins.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import { inLockingOrder, slotKeyColumns, type SlotKey } from "../write/slot.ts";
import type { CatalogueAround } from "../catalogue/load-catalogue.ts";
import { fromHostColumn, toHostColumn } from "../catalogue/host-column.ts";
import type { Engine } from "../engine.ts";
import { bindRows } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { prepareStatements, type Values } from "./state-statements.ts";

/** How many keys one statement asks for. */
const keysPerStatement = 1_000;

type Statements = ReturnType<typeof prepareStatements>;
type Key = Readonly<Record<string, string | number>>;
type Locking = "locked" | "unlocked";

/** Reads what an import's lines name beside the catalogue; each function takes a list of keys. */
export class StateReader {
  readonly #statements: Statements;
  readonly #transaction: Kysely<Tables>;
  readonly #accountId: AccountId;
  readonly #pause: () => Promise<void>;

  constructor(
    statements: Statements,
    transaction: Kysely<Tables>,
    accountId: AccountId,
    pause: () => Promise<void>,
  ) {
    this.#statements = statements;
    this.#transaction = transaction;
    this.#accountId = accountId;
    this.#pause = pause;
  }

  async #ask<Row>(
    read: (database: Kysely<Tables>, values: Values) => Promise<Row[]>,
    keys: readonly Key[],
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let from = 0; from < keys.length; from += keysPerStatement) {
      const some = bindRows(keys.slice(from, from + keysPerStatement));
      rows.push(...(await read(this.#transaction, { accountId: this.#accountId, ...some })));
      await this.#pause();
    }
    return rows;
  }

  /** By booking id; they are locked in the order of their ids. */
  async bookings(ids: readonly string[], locking: Locking): Promise<Map<string, KnownBooking>> {
    const keys = ids.toSorted().map((id) => ({ id }));
    if (locking === "locked") await this.#ask(this.#statements.lockBookings, keys);
    const rows = await this.#ask(this.#statements.bookings, keys);
    const known = rows.map(({ id }) => ({ id }));
    const tickets = await this.#ask(this.#statements.tickets, known);
    const byBooking = Map.groupBy(tickets, (row) => row.booking_id);
    return new Map(
      rows.map((row) => [row.id, knownBooking(row, (byBooking.get(row.id) ?? []).map(toTicket))]),
    );
  }

  /** The events of bookings, by booking id. */
  async histories(ids: readonly string[]): Promise<Map<string, PastEvent[]>> {
    const keys = ids.map((id) => ({ id }));
    return Map.groupBy(await this.#ask(this.#statements.histories, keys), (row) => row.id);
  }

  /** The ids of contacts, by external id. */
  async contacts(externalIds: readonly string[]): Promise<Map<string, string>> {
    const keys = externalIds.map((external_id) => ({ external_id }));
    const rows = await this.#ask(this.#statements.contacts, keys);
    return new Map(rows.map((row) => [row.external_id, row.id]));
  }

  /** The seats of slots, by `slotName`. */
  async slots(
    places: ReadonlyMap<string, SlotPlace>,
    catalogue: CatalogueAround,
    locking: Locking,
  ): Promise<Map<string, SlotSeats>> {
    const names = new Map<string, string>();
    const keys: SlotKey[] = [];
    for (const [name, place] of places) {
      const key = slotKeyOf(place, catalogue);
      if (key === null) continue;
      keys.push(key);
      names.set(slotKeyText(key), name);
    }
    const seats = await this.seatsOf(keys, locking);
    return new Map(Array.from(seats, ([text, some]) => [names.get(text) ?? "", some]));
  }

  /** Those of the slots that have a free seat beside a waitlist. */
  waitlistsWithSeats(slots: readonly SlotKey[]): Promise<readonly SlotKey[]> {
    const keys = slots.toSorted(inLockingOrder).map(slotKeyColumns);
    return this.#ask(this.#statements.waitlistsWithSeats, keys);
  }

  /** The same, by `slotKeyText`; every transaction locks slots in one order. */
  async seatsOf(slots: readonly SlotKey[], locking: Locking): Promise<Map<string, SlotSeats>> {
    const read = locking === "locked" ? this.#statements.lockedSlots : this.#statements.slots;
    const rows = await this.#ask(read, slots.toSorted(inLockingOrder).map(slotKeyColumns));
    return new Map(
      rows.map((row) => [
        slotKeyText(row),
        { capacity: row.capacity, taken: row.taken, overbookedBy: row.overbooked_by },
      ]),
    );
  }
}

/** Reads what an import's lines name, in a transaction or a snapshot. */
export function prepareStateLoader(engine: Engine) {
  const statements = prepareStatements(engine);
  return (
    transaction: Kysely<Tables>,
    accountId: AccountId,
    pause: () => Promise<void>,
  ): StateReader => new StateReader(statements, transaction, accountId, pause);
}

/** The key of a slot; null where its campaign is not there. */
export function slotKeyOf(
  { interaction, activity, host, starting_at }: SlotPlace,
  catalogue: Pick<CatalogueAround, "known" | "defined">,
): SlotKey | null {
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

export function slotKeyText({ interactionId, activityId, hostId, startingAt }: SlotKey): string {
  return [interactionId, activityId, hostId, startingAt].join("\n");
}

/** The places of slots, by `slotName`. */
export function placesByName(places: Iterable<SlotPlace>): Map<string, SlotPlace> {
  const byName = new Map<string, SlotPlace>();
  for (const place of places) byName.set(slotName(place), place);
  return byName;
}

type BookingRow = Awaited<ReturnType<Statements["bookings"]>>[number];
type TicketRow = Awaited<ReturnType<Statements["tickets"]>>[number];

function knownBooking(row: BookingRow, tickets: readonly TicketOfLine[]): KnownBooking {
  const line: BookingLine = {
    kind: "booking",
    booking: row.id as BookingLine["booking"],
    external_id: row.external_id,
    interaction: row.public_key,
    activity: row.activity_id,
    host: fromHostColumn(row.host_id),
    slot_starting_at: row.slot_starting_at,
    ticket_type: row.ticket_type_id,
    booking_status: row.booking_status,
    booked_at: row.booked_at,
    tickets,
    changed_at: null,
  };
  return {
    line,
    contactId: row.contact_id,
    interactionId: row.interaction_id,
    lastEvent: row.last_event ?? 0,
  };
}

function toTicket(row: TicketRow): TicketOfLine {
  return {
    cancelled_at: row.cancelled_at,
    attendee: {
      display_name: row.attendee_display_name,
      checked_in_at: row.attendee_checked_in_at,
    },
  };
}
