import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingChange, BookingId } from "../../domain/booking.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { loadBookings, type BookingUnderLock } from "../write/load.ts";
import { numberedBy } from "../keys.ts";
import { nextEndAt } from "../write/held-seats.ts";
import { fromHostColumn, type SlotKey } from "../write/slot.ts";
import { statusTime } from "../write/status-times.ts";
import { eventOfPromotion } from "./events.ts";

/*
 * An offer keeps free seats for a booking that waits: a live row of `hold` that names the booking. It is made where the
 * waitlist would move up by itself (`move-up.ts`), and counts as taken seats. It ends as `booked` when its booking is
 * confirmed, `released` when its booking is cancelled or moves, and `ended` at its end (`end-seats.ts`), or when its slot or
 * the account closes, or its contact is erased. The booking of an ended one stands behind all others, until it is offered
 * seats again, or leaves the waitlist.
 */

/** The tickets that a change takes from the booking's live offer; 0 without one. */
export function offerFreed(
  { offer }: Pick<BookingUnderLock, "offer">,
  change: BookingChange,
): number {
  if (offer?.isLive !== true) return 0;
  return change.status === "WAITLIST" ? change.cancelledTickets.length : offer.tickets;
}

/** The seats of the slot that become free: the booking's own, or those that were kept for it. */
export function seatsFreedBy(found: BookingUnderLock, change: BookingChange): number {
  const kept = found.booking.hasLimitedCapacity ? offerFreed(found, change) : 0;
  return change.seatsFreed + kept;
}

/** The seats that are kept for a booking; a move ends its offer. */
export function seatsKept({ booking, offer }: BookingUnderLock): number {
  return booking.hasLimitedCapacity && offer?.isLive === true ? offer.tickets : 0;
}

/** When the first of a slot's holds ends without an offer; undefined where nothing, or the move up, writes that. */
export async function nextEndAfter(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  change: {
    readonly slotKey: SlotKey;
    readonly endedOffer: string | null;
    readonly moveUp: { readonly nextEnd: number | null } | null;
  },
): Promise<number | null | undefined> {
  const { slotKey, endedOffer, moveUp } = change;
  if (endedOffer === null || (moveUp !== null && moveUp.nextEnd !== null)) return undefined;
  return nextEndAt(transaction, accountId, slotKey, endedOffer);
}

/** The live offers of a locked slot. */
export interface LiveOffers {
  readonly accepted: readonly Accepted[];
  readonly at: number;
  /** When the first of the slot's holds ends without them. */
  readonly nextEnd: number | null;
}

interface Accepted {
  readonly id: string;
  readonly contactNumber: number;
  readonly lastEvent: number;
  readonly offerId: string;
  readonly tickets: number;
}

/** Reads a locked slot's live offers, first come first, and locks their bookings. */
export async function readOffers(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  now: number,
): Promise<LiveOffers> {
  const rows = await transaction
    .selectFrom("hold")
    .select(["booking_id", "expires_at"])
    .where("account_id", "=", accountId)
    .where("slot_number", "=", slotKey.number)
    .where("state", "=", "live")
    .orderBy("made_at")
    .orderBy("booking_id")
    .execute();
  const ends = rows.flatMap((row) => (row.booking_id === null ? [row.expires_at] : []));
  const nextEnd = ends.length === 0 ? null : Math.min(...ends);
  const ids = rows.flatMap((row) => (row.booking_id === null ? [] : [row.booking_id as BookingId]));
  if (ids.length === 0) return { accepted: [], at: 0, nextEnd };
  const orders = ids.map((bookingId) => ({ bookingId, idempotencyKey: null }));
  const { standing } = await loadBookings(transaction, accountId, orders, "waitlist");
  const at = await statusTime(transaction, accountId, slotKey, now);
  const accepted = ids.flatMap((id): Accepted[] => {
    const found = standing.get(id);
    if (found?.offer?.isLive !== true) return [];
    const { contactNumber, lastEvent, offer } = found;
    return [{ id, contactNumber, lastEvent, offerId: offer.id, tickets: offer.tickets }];
  });
  return { accepted, at, nextEnd };
}

/** Makes the rows of offers that an operator accepts for all. Their seats are taken already. */
export function rowsOfAccepted(
  { number, startingAt }: SlotKey,
  { accepted, at, nextEnd }: LiveOffers,
  audit: AuditContext,
): BatchRows {
  const notes = { isLate: false, bookableUntil: null, passed: [] };
  const how = { hasLimitedCapacity: true, automatic: false, isAccepted: true, notes };
  return {
    bookings: accepted.map(({ id, contactNumber }) => ({
      contact_number: contactNumber,
      slot_starting_at: startingAt,
      id,
      booking_status: "CONFIRMED",
      booked_at: at,
    })),
    events: accepted.map(({ id, lastEvent, tickets }) =>
      eventOfPromotion(
        { id, lastEvent },
        audit,
        at,
        { seatsTaken: tickets, overtaking: false },
        how,
      ),
    ),
    endedOffers: accepted.map(({ offerId }) => ({ id: offerId, state: "booked", ended_at: at })),
    slotEnds: accepted.length === 0 ? [] : [{ number, next_end_at: nextEnd }],
  };
}

/** A live offer, as a page or a message shows it to the customer. */
export interface OfferOfContact {
  readonly booking: string;
  readonly interaction: string;
  readonly activity: string;
  readonly host: string | null;
  readonly slotStartingAt: number;
  readonly ticketType: string;
  readonly tickets: number;
  readonly endsAt: number;
}

export interface OffersQuestion {
  readonly externalId: string;
  /** Public keys; null means all. */
  readonly amongCampaigns: readonly string[] | null;
  readonly now: number;
}

/** The live offers of a contact, in the order of their ends. */
export async function findOffers(
  reads: Kysely<Tables>,
  accountId: AccountId,
  order: OffersQuestion,
): Promise<OfferOfContact[]> {
  const { externalId, amongCampaigns, now } = order;
  let select = reads
    .selectFrom("contact")
    .innerJoin("booking", (join) =>
      join
        .on("booking.account_id", "=", accountId)
        .onRef("booking.contact_number", "=", "contact.number")
        .on("booking.booking_status", "=", "WAITLIST"),
    )
    .innerJoin("hold", (join) =>
      join
        .on("hold.account_id", "=", accountId)
        .onRef("hold.booking_id", "=", "booking.id")
        .on("hold.state", "=", "live"),
    )
    .innerJoin("interaction", numberedBy("interaction", "booking"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .select([
      "booking.id as booking",
      "interaction.public_key as interaction",
      "slot.activity_id as activity",
      "slot.host_id as host",
      "booking.slot_starting_at as slotStartingAt",
      "ticket_type.id as ticketType",
      "hold.tickets",
      "hold.expires_at as endsAt",
    ])
    .where("contact.account_id", "=", accountId)
    .where("contact.external_id", "=", externalId)
    .where("hold.expires_at", ">", now);
  if (amongCampaigns !== null) {
    select = select.where("interaction.public_key", "in", amongCampaigns);
  }
  const rows = await select.orderBy("hold.expires_at").orderBy("booking.id").execute();
  return rows.map(({ host, ...row }) => ({ ...row, host: fromHostColumn(host) }));
}
