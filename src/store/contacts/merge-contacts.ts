import type { AccountId } from "../../domain/account.ts";
import { exceededBy, type ContactLimit } from "../../domain/contact-limit.ts";
import { isErased } from "../../domain/contact.ts";
import type { MergeRefusal, Refused } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext, type Within } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { dialectOf } from "../statement.ts";
import { movedRow } from "../write/batch-rows.ts";
import { writeRows } from "../write/write-batch.ts";
import { readHeldTickets } from "../bookings/contact-limits.ts";
import { type Contact, withoutImport } from "./contacts.ts";
import { eventsOfContact } from "./erase-identity.ts";
import { renameInGiven } from "./given-away.ts";

export interface MergeOrder {
  /** The external id of the contact that ends. */
  readonly from: string;
  /** The external id of the contact that gets its bookings. */
  readonly into: string;
  readonly dryRun: boolean;
}

export interface Merge {
  readonly from: string;
  readonly into: string;
  readonly bookings: number;
  /** The limits per contact that the other contact exceeds then. */
  readonly overLimit: readonly ContactLimit[];
}

/**
 * Gives all bookings of one contact to another, and removes the first, in one transaction. Seats, waitlists and
 * statuses stay as they are. An erased contact is unknown: its bookings are given back to nobody (B93).
 *
 * The contacts are locked before their bookings, as by an erasure and by a new booking: a booking that is being made
 * for the first contact is merged, and a later one makes that contact anew.
 */
export function mergeContacts(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: MergeOrder,
): Promise<Merge | Refused<MergeRefusal>> {
  return withoutImport(engine, accountId, "The contacts were not merged", async (transaction) => {
    const within = { transaction, accountId, audit };
    const contacts = await lockContacts(within, order);
    const from = contacts.find(({ externalId }) => externalId === order.from);
    const into = contacts.find(({ externalId }) => externalId === order.into);
    if (from === undefined) return { refused: { why: "unknown-contact" } };
    if (into === undefined) return { refused: { why: "unknown-other-contact" } };
    if (from.id === into.id) return { refused: { why: "same-contact" } };
    const numbers = [from.number, into.number];
    const both = await readHeldTickets(transaction, accountId, "number", numbers, audit.now);
    const [added = [], own = []] = [from, into].map(({ number }) =>
      both.filter(({ contactNumber }) => contactNumber === number),
    );
    const overLimit = exceededBy({ own, added });
    const bookings = await giveBookings(within, { from, into }, order.dryRun);
    if (!order.dryRun) {
      await renameInGiven(within, { from: from.id, into: into.id });
      await transaction
        .updateTable("hold")
        .set({ contact_number: into.number })
        .where("account_id", "=", accountId)
        .where("contact_number", "=", from.number)
        .execute();
      await transaction
        .deleteFrom("contact")
        .where("account_id", "=", accountId)
        .where("number", "=", from.number)
        .execute();
      const subject = `contact ${into.id}`;
      await recordAudit(transaction, audit, "contacts merged", accountId, subject, {
        from: from.id,
        bookings,
        ...(overLimit.length > 0 && { over_limit: overLimit.length }),
      });
    }
    return { from: from.externalId, into: into.externalId, bookings, overLimit };
  });
}

interface NumberedContact extends Contact {
  readonly number: number;
}

/** Both contacts, as far as there are any, in the order of their ids. */
async function lockContacts(
  { transaction, accountId }: Within,
  { from, into }: MergeOrder,
): Promise<NumberedContact[]> {
  const both = transaction
    .selectFrom("contact")
    .select(["id", "number", "external_id as externalId"])
    .where("account_id", "=", accountId)
    .where("external_id", "in", [from, into])
    .orderBy("id");
  const found = await dialectOf(transaction).locked(both, "contact").execute();
  return found.filter(({ externalId }) => !isErased(externalId));
}

/** Returns how many bookings the first contact has. */
async function giveBookings(
  within: Within,
  { from, into }: Readonly<Record<"from" | "into", NumberedContact>>,
  dryRun: boolean,
): Promise<number> {
  const { transaction, accountId, audit } = within;
  const bookings = transaction
    .selectFrom("booking")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("contact_number", "=", from.number)
    .orderBy("id");
  if (dryRun) return (await bookings.execute()).length;
  // The locks keep other writers from changing these bookings, and from adding to their histories, meanwhile.
  const locked = await dialectOf(transaction).locked(bookings, "booking").execute();
  const event = { kind: "contact-merged", details: { contact: [from.id, into.id] } } as const;
  await writeRows(transaction, accountId, audit.now, {
    events: await eventsOfContact(within, from.number, event),
    movedBookings: locked.map((booking) => movedRow(booking, { contact_number: into.number })),
  });
  return locked.length;
}
