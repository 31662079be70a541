import type { BookingId } from "../../domain/booking.ts";
import type { Within } from "../accounts/audit.ts";
import { numberedBy } from "../keys.ts";
import { dialectOf } from "../statement.ts";
import type { LoadedBooking } from "../write/load.ts";
import type { NamedSlot } from "../write/named-slot.ts";
import { fromHostColumn } from "../write/slot.ts";

export interface MoveOrder {
  readonly bookingId: BookingId;
  /** A slot of the booking's own campaign. What is left out stays as it is when the booking is locked. */
  readonly to: Pick<NamedSlot, "startingAt"> & Partial<Pick<NamedSlot, "activityId" | "hostId">>;
  readonly ticketTypeId?: string;
  /** Gives the contact more tickets of a type than its limit allows; the history records it. */
  readonly overLimit?: boolean;
  /** Passes over the new slot's start, a cut-off and a window; the history records it. */
  readonly late?: boolean;
}

/** Returns the number of the booking's contact, to which then only an import gives tickets; null for an unknown booking. */
export async function lockContact(
  { transaction, accountId }: Within,
  bookingId: BookingId,
): Promise<number | null> {
  const its = transaction
    .selectFrom("booking")
    .innerJoin("contact", numberedBy("contact", "booking"))
    .select("contact.number")
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", bookingId);
  return (await dialectOf(transaction).locked(its, "contact").executeTakeFirst())?.number ?? null;
}

type Place = NonNullable<Awaited<ReturnType<typeof readPlace>>>;

/** Where the booking is. Its contact's lock keeps other moves away, but neither an import nor a change of the slot. */
export async function readPlace({ transaction, accountId }: Within, bookingId: BookingId) {
  return transaction
    .selectFrom("booking")
    .innerJoin("interaction", numberedBy("interaction", "booking"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .select([
      "interaction.public_key as publicKey",
      "slot.number as slotNumber",
      "slot.activity_id as activityId",
      "slot.host_id as hostId",
      "ticket_type.id as ticketTypeId",
    ])
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
}

/** Another activity has other hosts, so the old host is no default there. */
export function placeOf({ to }: MoveOrder, { publicKey, ...before }: Place): NamedSlot {
  const { activityId = before.activityId } = to;
  const hostBefore = activityId === before.activityId ? fromHostColumn(before.hostId) : null;
  return { publicKey, activityId, hostId: to.hostId ?? hostBefore, startingAt: to.startingAt };
}

export function standsAt({ slotKey, ticketTypeId }: LoadedBooking, before: Place): boolean {
  return slotKey.number === before.slotNumber && ticketTypeId === before.ticketTypeId;
}
