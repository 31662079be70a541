import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { lockAccount } from "../accounts/account-row.ts";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { eraseIdentity } from "./erase-identity.ts";
import type { BatchWriter } from "../write/write-batch.ts";

/** A person as the account's own system knows them. */
export interface Contact {
  readonly id: string;
  readonly externalId: string;
}

/** The key of a contact: the id of the caller's system, or the platform's. */
export type ContactKey = { readonly externalId: string } | { readonly id: string };

export async function findContact(
  reads: Kysely<Tables>,
  accountId: AccountId,
  key: ContactKey,
): Promise<Contact | null> {
  const row = await reads
    .selectFrom("contact")
    .select(["id", "external_id"])
    .where("account_id", "=", accountId)
    .where((where) =>
      "id" in key ? where("id", "=", key.id) : where("external_id", "=", key.externalId),
    )
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, externalId: row.external_id };
}

/**
 * Erases a contact's personal data: the external id, the attendees' names, and both in histories. The
 * bookings stay without a name, because seats, waitlists and histories have to add up (P6). Returns false
 * when there is no such contact.
 *
 * The erasure waits for an import of the account, because the import remembers which contact each booking
 * belongs to. Cancels do not wait for this lock.
 */
export async function eraseContact(
  engine: Engine,
  write: BatchWriter,
  accountId: AccountId,
  audit: AuditContext,
  contact: { readonly id: string; readonly newExternalId: string },
): Promise<boolean> {
  let isWaiting = false;
  try {
    return await engine.write(async (transaction) => {
      isWaiting = true;
      await lockAccount(transaction, engine.locked, accountId);
      isWaiting = false;
      const erased = await eraseIdentity({ engine, write, transaction, accountId, audit }, contact);
      if (erased === null) return false;
      await recordAudit(transaction, audit, "contact erased", accountId, `contact ${contact.id}`, {
        attendees_named: erased.attendeesNamed,
      });
      return true;
    });
  } catch (error) {
    if (!isWaiting || !(error instanceof DatabaseUnavailable)) throw error;
    throw new DatabaseUnavailable(
      `${error.message} The contact was not erased: an import of the account may be running. Try again after it.`,
      { cause: error },
    );
  }
}
