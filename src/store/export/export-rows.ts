import { shopColumns } from "../write/shop-columns.ts";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingLine, DataLine, SlotLine } from "../../domain/data-file/data-line.ts";
import { timed } from "../../domain/import/decide-booking-line.ts";
import { changedAt, type PastEvent } from "../../domain/newest-wins.ts";
import { lineOfRows } from "../bookings/booking-details.ts";
import { catalogueLines, countedSlots, type CountedSlot } from "../catalogue/catalogue-lines.ts";
import { keysetPages, rowsPerPage } from "../catalogue/keyset-pages.ts";
import type { Engine } from "../engine.ts";
import { namedBy, numberedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid-columns.ts";

/** A line of a data file; of a slot with its taken seats. */
export type ExportRow = Exclude<DataLine, SlotLine> | CountedSlot;

/**
 * Reads everything that a data file holds of one account, in portions, at one moment. A record comes after
 * those that it names, and each kind is ordered by its keys, so the same data has the same order.
 */
export async function* exportRows(
  engine: Engine,
  accountId: AccountId,
): AsyncGenerator<readonly ExportRow[]> {
  await using snapshot = await engine.within(accountId, () => engine.snapshot());
  const { reads } = snapshot;
  for (const kind of ["group", "interaction", "activity", "host", "ticket_type"] as const) {
    yield* catalogueLines(reads, accountId, kind);
  }
  yield* countedSlots(reads, accountId);
  yield* bookingRows(reads, accountId);
}

/**
 * Reads bookings by id, with their tickets. The table's own order is by contact, and a contact's id differs
 * in each account, so a copy would have another order.
 */
export async function* bookingRows(
  reads: Kysely<Tables>,
  accountId: AccountId,
): AsyncGenerator<BookingLine[]> {
  const takeTickets = rowTaker(ticketPortions(reads, accountId));
  const takeEvents = rowTaker(eventPortions(reads, accountId));
  for await (const rows of bookingPortions(reads, accountId)) {
    const lines: BookingLine[] = [];
    for (const row of rows) {
      lines.push(toLine(row, await takeTickets(row.id), await takeEvents(row.id)));
    }
    yield lines;
  }
}

function bookingPortions(reads: Kysely<Tables>, accountId: AccountId) {
  return keysetPages(beforeAll, ({ id: after }) =>
    reads
      .selectFrom("booking")
      .innerJoin("contact", numberedBy("contact", "booking"))
      .innerJoin("interaction", numberedBy("interaction", "booking"))
      .innerJoin("slot", numberedBy("slot", "booking"))
      .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
      .leftJoin("booking_data", namedBy("booking", "booking_data"))
      .selectAll("booking")
      .select(shopColumns)
      .select(["contact.external_id", "interaction.public_key"])
      .select(["slot.activity_id", "slot.host_id", "ticket_type.id as ticket_type_id"])
      .where("booking.account_id", "=", accountId)
      .$if(after !== null, (select) => select.where("booking.id", ">", after))
      .orderBy("booking.id")
      .limit(rowsPerPage)
      .execute(),
  );
}

function ticketPortions(reads: Kysely<Tables>, accountId: AccountId) {
  return keysetPages(beforeAllRows, (after) =>
    reads
      .selectFrom("ticket")
      .selectAll()
      .where("account_id", "=", accountId)
      .where(isAfter(after))
      .orderBy("booking_id")
      .orderBy("number")
      .limit(rowsPerPage)
      .execute(),
  );
}

const beforeAll: { readonly id: string | null } = { id: null };

/** A row of a booking, or the place before all of them. */
interface Place {
  readonly booking_id: string | null;
  readonly number: number;
}

const beforeAllRows: Place = { booking_id: null, number: 0 };

const isAfter = ({ booking_id: id, number }: Place) =>
  id === null ? sql<boolean>`true` : sql<boolean>`(booking_id, number) > (${uuid(id)}, ${number})`;

/**
 * The events that decide when a booking last changed. Its creation does not count, nor an import that kept
 * nothing of its line.
 */
function eventPortions(reads: Kysely<Tables>, accountId: AccountId) {
  return keysetPages(beforeAllRows, (after) =>
    reads
      .selectFrom("booking_event")
      .select(["booking_id", "number", "kind", "at", "recorded_at as recordedAt", "details"])
      .where("account_id", "=", accountId)
      .where(isAfter(after))
      .where((where) =>
        where.or([
          where("kind", "not in", ["booked", "imported", "updated"]),
          where.and([where("kind", "<>", "booked"), where("details", "is not", null)]),
        ]),
      )
      .orderBy("booking_id")
      .orderBy("number")
      .limit(rowsPerPage)
      .execute(),
  );
}

/**
 * Takes the rows of one booking after the other. Rows are in the order of bookings, so each booking's rows
 * begin where the last one's end.
 */
function rowTaker<Row extends { readonly booking_id: string }>(
  portions: AsyncGenerator<readonly Row[]>,
): (bookingId: string) => Promise<Row[]> {
  let portion: readonly Row[] = [];
  let position = 0;
  return async (bookingId) => {
    const taken: Row[] = [];
    for (;;) {
      if (position === portion.length) {
        const next = await portions.next();
        if (next.done === true) return taken;
        portion = next.value;
        position = 0;
      }
      const row = portion[position];
      if (row?.booking_id !== bookingId) return taken;
      taken.push(row);
      position += 1;
    }
  };
}

type BookingRow =
  ReturnType<typeof bookingPortions> extends AsyncGenerator<readonly (infer Row)[]> ? Row : never;

function toLine(
  row: BookingRow,
  tickets: readonly Tables["ticket"][],
  events: readonly PastEvent[],
): BookingLine {
  const line = lineOfRows(row, tickets, null);
  return { ...line, changed_at: changedAt(timed(line), events) };
}
