import { shopColumns } from "../write/shop-columns.ts";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { isErased } from "../../domain/contact.ts";
import { exceededLimit } from "../../domain/contact-limit.ts";
import { isRefused, type DetailsRefusal, type Refused } from "../../domain/refusal.ts";
import type { AuditContext, Within } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { namedBy, numberedBy } from "../keys.ts";
import { dialectOf } from "../statement.ts";
import { numbersInHand } from "../write/numbers.ts";
import { overLimit, readBookedType } from "./contact-limits.ts";
import { rowsOfDetails, type DetailsFacts, type DetailsOrder } from "./details-rows.ts";
import { refuseTakenReference } from "./refuse-taken-reference.ts";
import { runBookingTransaction } from "./transaction.ts";

type Found = DetailsFacts | Refused<DetailsRefusal> | "run again" | "lacks number";

/**
 * Puts attendees' names right, gives the booking to another contact, and changes what a shop keeps with it, in one
 * transaction, with an event for each of the three that changes something. Seats, status and place in line stay.
 *
 * Both contacts are locked first, in the order of their ids like everywhere, then the booking. No slot is locked after
 * it, so an entry of a waitlist may be locked without its slot.
 */
export async function changeDetails(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: DetailsOrder,
): Promise<{ readonly changed: boolean } | Refused<DetailsRefusal>> {
  for (;;) {
    const answer = await runBookingTransaction<
      Found,
      { readonly changed: boolean } | Exclude<Found, DetailsFacts>
    >(
      engine,
      accountId,
      audit.now,
      (transaction) => readFacts({ transaction, accountId, audit }, engine, order),
      (found) => {
        if (typeof found === "string" || isRefused<DetailsRefusal>(found)) {
          return { answer: found, change: null };
        }
        const rows = rowsOfDetails(audit, order, found);
        if (rows === null) return { answer: { changed: false }, change: null };
        const { bookingId } = order;
        return { answer: { changed: true }, change: { rows, bookingId, holds: { bookingId } } };
      },
      audit.once,
    );
    if (answer === "lacks number") await numbersInHand(engine).fetch(accountId);
    else if (answer !== "run again") return answer;
  }
}

async function readFacts(within: Within, engine: Engine, order: DetailsOrder): Promise<Found> {
  const { transaction, accountId } = within;
  const contacts = await lockContacts(within, order);
  if (contacts === null) return { refused: { why: "unknown-booking" } };
  const { booking, ...more } = await readBooking(within, order.bookingId);
  const { tickets } = more;
  if (booking === undefined) return { refused: { why: "unknown-booking" } };
  const owner = contacts.find(({ number }) => number === booking.contact_number);
  // Another transaction gave the booking away before it was locked.
  if (owner === undefined) return "run again";
  if (isErased(owner.external_id)) return { refused: { why: "contact-erased" } };
  const unknown = order.attendees.find(({ number }) => !tickets.some((t) => t.number === number));
  if (unknown !== undefined) {
    const { number: ticket } = unknown;
    return { refused: { why: "unknown-ticket", ticket, tickets: tickets.length } };
  }
  const { reference = null } = order.shopData;
  const named = { bookingId: order.bookingId, reference };
  const taken = await refuseTakenReference(
    transaction,
    accountId,
    booking.interaction_number,
    named,
  );
  if (taken !== null) return taken;
  if (order.contact === undefined || order.contact.externalId === owner.external_id) {
    return { booking, ...more, given: null };
  }
  const { externalId, newId } = order.contact;
  const known = contacts.find(({ external_id }) => external_id === externalId);
  const number = known?.number ?? numbersInHand(engine).take(accountId);
  if (number === undefined) return "lacks number";
  const place = {
    interactionId: booking.interaction_id,
    activityId: booking.activity_id,
    startingAt: booking.slot_starting_at,
  };
  const { ticket_type_id: ticketTypeId } = booking;
  const of = { ticketTypeId, contactNumber: known?.number ?? null };
  const type = await readBookedType(transaction, accountId, place, of, within.audit.now);
  const isLive = booking.booking_status !== "CANCELLED";
  const live = tickets.filter(({ cancelled_at }) => isLive && cancelled_at === null).length;
  const exceeded = live === 0 ? null : exceededLimit(type?.limits ?? [], live);
  if (exceeded !== null && !order.overLimit) return overLimit(exceeded);
  const id = known?.id ?? newId;
  const isOverLimit = exceeded !== null;
  const given = { number, id, externalId, isNew: known === undefined, isOverLimit };
  return { booking, ...more, given };
}

/** The booking's contact and the one that is to get it, as far as there are any; null where there is no booking. */
async function lockContacts({ transaction, accountId }: Within, order: DetailsOrder) {
  const booking = await transaction
    .selectFrom("booking")
    .select("contact_number")
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", order.bookingId)
    .executeTakeFirst();
  if (booking === undefined) return null;
  const { externalId } = order.contact ?? {};
  const both = transaction
    .selectFrom("contact")
    .select(["id", "number", "external_id"])
    .where("account_id", "=", accountId)
    .where((where) =>
      where.or([
        where("number", "=", booking.contact_number),
        ...(externalId === undefined ? [] : [where("external_id", "=", externalId)]),
      ]),
    )
    .orderBy("id");
  return dialectOf(transaction).locked(both, "contact").execute();
}

/** Locks the booking and reads it with its tickets. */
async function readBooking({ transaction, accountId }: Within, bookingId: BookingId) {
  const its = transaction
    .selectFrom("booking")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "=", bookingId);
  await dialectOf(transaction).locked(its, "booking").execute();
  const booking = await transaction
    .selectFrom("booking")
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .leftJoin("booking_data", namedBy("booking", "booking_data"))
    .innerJoin("contact", numberedBy("contact", "booking"))
    .selectAll("booking")
    .select(["ticket_type.id as ticket_type_id", "ticket_type.activity_id"])
    .select("ticket_type.interaction_id")
    .select(shopColumns)
    .select("contact.id as contact_id")
    .select((select) =>
      select
        .selectFrom("booking_event")
        .select((of) => of.fn.max("booking_event.number").as("last"))
        .where("booking_event.account_id", "=", accountId)
        .where("booking_event.booking_id", "=", bookingId)
        .as("last_event"),
    )
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  const holds = await transaction
    .selectFrom("hold")
    .select("id")
    .where("account_id", "=", accountId)
    .where("booking_id", "=", bookingId)
    .execute();
  const tickets = await transaction
    .selectFrom("ticket")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("booking_id", "=", bookingId)
    .execute();
  return { booking, tickets, holds };
}
