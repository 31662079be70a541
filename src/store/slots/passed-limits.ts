import type { AccountId } from "../../domain/account.ts";
import {
  countedWith,
  exceededBy,
  type ContactLimit,
  type HeldTickets,
} from "../../domain/contact-limit.ts";
import type { Within } from "../accounts/audit.ts";
import { limitedColumns, limitedGroup, readHeldTickets } from "../bookings/contact-limits.ts";
import { namedBy, numberedBy } from "../keys.ts";
import type { KnownSlot } from "../write/named-slot.ts";
import { atSlot } from "../write/slot.ts";

/** A limit that a contact exceeds once a slot is where it moves. */
export interface PassedLimit extends ContactLimit {
  readonly externalId: string;
}

interface MovingTickets extends HeldTickets {
  readonly contactNumber: number;
  readonly externalId: string;
}

/** How many contacts one statement asks for. */
const contactsAtOnce = 500;

/**
 * The limits per contact that the move of a slot passes over. A move adds no ticket, so a limit is exceeded only where
 * it counts the slots of a week or a month, and the slot enters another one.
 */
export async function readPassedLimits(
  within: Within,
  from: KnownSlot,
  target: Pick<KnownSlot, "startingAt">,
): Promise<readonly PassedLimit[]> {
  const { transaction, accountId, audit } = within;
  const moving = await readMovingTickets(within, from, target);
  const byContact = Map.groupBy(moving, ({ contactNumber }) => contactNumber);
  const contacts = [...byContact.keys()];
  const passed: PassedLimit[] = [];
  for (let first = 0; first < contacts.length; first += contactsAtOnce) {
    const some = contacts.slice(first, first + contactsAtOnce);
    const held = await readHeldTickets(transaction, accountId, "number", some, audit.now);
    const own = Map.groupBy(held, ({ contactNumber }) => contactNumber);
    for (const contact of some) {
      const entering = byContact.get(contact) ?? [];
      for (const limit of exceededBy({ own: own.get(contact) ?? [], added: entering })) {
        passed.push({ ...limit, externalId: entering[0]?.externalId ?? "" });
      }
    }
  }
  return passed.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1));
}

/** The tickets of the slot that count in another week or month afterwards, as they count there. */
async function readMovingTickets(
  { transaction, accountId }: Within,
  from: KnownSlot,
  target: Pick<KnownSlot, "startingAt">,
): Promise<MovingTickets[]> {
  const of = [transaction, accountId, from] as const;
  const isElsewhere = (["week", "month"] as const).some(
    (counts) => periodOf({ ...from, counts }, from) !== periodOf({ ...from, counts }, target),
  );
  if (!isElsewhere) return [];
  const rows = [...(await readBooked(...of)), ...(await readHeld(...of))];
  return rows.flatMap((row) => {
    const { timezone: _, ...tickets } = row;
    const period = periodOf(row, target);
    return period === periodOf(row, from) ? [] : [{ ...tickets, period }];
  });
}

function periodOf(
  campaign: Parameters<typeof countedWith>[0],
  { startingAt }: Pick<KnownSlot, "startingAt">,
): string {
  return countedWith(campaign, startingAt).period;
}

/** The live tickets of the slot's bookings, by contact and ticket type. */
function readBooked(transaction: Within["transaction"], accountId: AccountId, slotKey: KnownSlot) {
  return transaction
    .selectFrom("booking")
    .innerJoin("ticket", namedBy("booking", "ticket"))
    .innerJoin("contact", numberedBy("contact", "booking"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .innerJoin("interaction", numberedBy("interaction", "booking"))
    .select(({ fn }) => [...limitedColumns, fn.countAll<number>().as("tickets")])
    .where((where) => where.and(atBooking(accountId, slotKey)))
    .where("booking.booking_status", "!=", "CANCELLED")
    .where("ticket.cancelled_at", "is", null)
    .groupBy(limitedGroup)
    .execute();
}

function atBooking(accountId: AccountId, slotKey: KnownSlot) {
  const { account_id, slot_number } = atSlot(accountId, slotKey);
  return { "booking.account_id": account_id, "booking.slot_number": slot_number } as const;
}

/** The tickets of the slot's live holds that name a contact. */
function readHeld(transaction: Within["transaction"], accountId: AccountId, slotKey: KnownSlot) {
  return transaction
    .selectFrom("hold")
    .innerJoin("contact", numberedBy("contact", "hold"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "hold"))
    .innerJoin("interaction", namedBy("interaction", "ticket_type"))
    .select([...limitedColumns, "hold.tickets"])
    .where("hold.account_id", "=", accountId)
    .where("hold.slot_number", "=", slotKey.number)
    .where("hold.state", "=", "live")
    .execute();
}
