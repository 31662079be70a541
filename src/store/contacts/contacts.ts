import { type Kysely, sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { lockAccount } from "../accounts/accounts.ts";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import { writeSeats } from "../bookings/end-seats.ts";
import type { Tables } from "../tables.ts";
import { eraseIdentity } from "./erase-identity.ts";
import { randomUUID } from "node:crypto";
import { uuid } from "../uuid-columns.ts";
import { erasedExternalId, hasExpired, type ContactSlots } from "../../domain/contact.ts";

/** A person as the account's own system knows them. */
export interface Contact {
  readonly id: string;
  readonly externalId: string;
}

/** The key of a contact: the id of the caller's system, or the platform's. */
export type ContactKey = { readonly externalId: string } | { readonly id: string };

/** The contact with this key, as conditions on its table. */
export function contactConditions(accountId: AccountId, key: ContactKey) {
  const own = "id" in key ? { "contact.id": key.id } : { external_id: key.externalId };
  return { account_id: accountId, ...own } as const;
}

export async function findContact(
  reads: Kysely<Tables>,
  accountId: AccountId,
  key: ContactKey,
): Promise<Contact | null> {
  const row = await reads
    .selectFrom("contact")
    .select(["id", "external_id"])
    .where((where) => where.and(contactConditions(accountId, key)))
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, externalId: row.external_id };
}

/** Runs a transaction under the account's lock. Where an import holds that lock for too long, the error says what is `undone`. */
export async function withoutImport<T>(
  engine: Engine,
  accountId: AccountId,
  undone: string,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  let isWaiting = false;
  try {
    return await writeSeats(engine, accountId, async (transaction) => {
      isWaiting = true;
      await lockAccount(transaction, engine.locked, accountId);
      isWaiting = false;
      return work(transaction);
    });
  } catch (error) {
    if (!isWaiting || !(error instanceof DatabaseUnavailable)) throw error;
    throw new DatabaseUnavailable(
      `${error.message} ${undone}: an import of the account may be running. Try again after it.`,
      { cause: error },
    );
  }
}

/** Which contacts to look at: those with ids after this one, in the order of ids. */
export interface ContactPortion {
  readonly after: string | null;
  readonly limit: number;
}

/** Contacts whose slots all started before a moment. */
export interface ExpiryOrder {
  readonly ids: readonly string[];
  /** Milliseconds UTC. */
  readonly before: number;
}

/** How many contacts were erased, and how many bookings they have. */
export interface ExpiredContacts {
  readonly contacts: number;
  readonly bookings: number;
}

/** A portion of an account's contacts, erased ones included. */
export function readContactSlots(
  database: Kysely<Tables>,
  accountId: AccountId,
  { after, limit }: ContactPortion,
): Promise<ContactSlots[]> {
  return slotsOfContacts(
    database,
    accountId,
    sql`
      ${after === null ? sql`true` : sql`contact.id > ${uuid(after)}`}
      order by contact.id
      limit ${limit}`,
  );
}

/**
 * Erases those of the given contacts that are still expired when their rows are locked, in one transaction with one line of
 * the audit log. Returns null and erases nothing where another transaction has the account's lock, such as that of an import,
 * which remembers which contact each booking belongs to.
 */
export function expireContacts(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { ids, before }: ExpiryOrder,
): Promise<ExpiredContacts | null> {
  return engine.write(async (transaction) => {
    const account = transaction.selectFrom("account").select("id").where("id", "=", accountId);
    const isFree = await engine.lockedIfFree(account, ["account"]).executeTakeFirst();
    if (isFree === undefined) return null;
    const contacts = transaction
      .selectFrom("contact")
      .select("id")
      .where("account_id", "=", accountId)
      .where("contact.id", "in", ids)
      .orderBy("id");
    await engine.locked(contacts, "contact").execute();
    // Another statement sees what was committed before these locks were free.
    const found = await slotsOfContacts(
      transaction,
      accountId,
      sql`contact.id in (${sql.join(ids.map(uuid))})`,
    );
    const expired = found.filter((contact) => hasExpired(contact, before));
    if (expired.length === 0) return { contacts: 0, bookings: 0 };
    const numbers = expired.map(({ number }) => number);
    // All of them in one order, before those of each contact.
    const inOrder = transaction
      .selectFrom("booking")
      .select("id")
      .where("account_id", "=", accountId)
      .where("contact_number", "in", numbers)
      .orderBy("id");
    await engine.locked(inOrder, "booking").execute();
    let attendeesNamed = 0;
    for (const { id, number } of expired) {
      const contact = { id, number, newExternalId: erasedExternalId(randomUUID()) };
      const erased = await eraseIdentity({ transaction, accountId, audit }, contact);
      attendeesNamed += erased?.attendeesNamed ?? 0;
    }
    await recordAudit(transaction, audit, "contacts expired", accountId, "contacts", {
      contacts: expired.map(({ id }) => id),
      attendees_named: attendeesNamed,
      slots_before: before,
    });
    return {
      contacts: expired.length,
      bookings: expired.reduce((sum, { bookings }) => sum + bookings, 0),
    };
  });
}

async function slotsOfContacts(
  database: Kysely<Tables>,
  accountId: AccountId,
  condition: ReturnType<typeof sql>,
): Promise<(ContactSlots & { readonly number: number })[]> {
  const { rows } = await sql<{
    readonly id: string;
    readonly number: number;
    readonly external_id: string;
    readonly bookings: number;
    readonly last_slot: number | null;
  }>`
    select
      contact.id,
      contact.number,
      contact.external_id,
      (
        select count(*)
        from booking
        where booking.account_id = ${accountId}
        and booking.contact_number = contact.number
      ) as bookings,
      (
        select max(at)
        from (
          select booking.slot_starting_at as at
          from booking
          where booking.account_id = ${accountId}
          and booking.contact_number = contact.number
          union all
          select slot.starting_at as at
          from hold
          cross join slot
          where hold.account_id = ${accountId}
          and hold.contact_number = contact.number
          and hold.state = 'live'
          and slot.account_id = ${accountId}
          and slot.number = hold.slot_number
        ) as named
      ) as last_slot
    from contact
    where contact.account_id = ${accountId}
    and ${condition}`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    externalId: row.external_id,
    bookings: row.bookings,
    lastSlot: row.last_slot,
  }));
}
