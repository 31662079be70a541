import { type Kysely, sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Within } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";

/**
 * The events by which a contact gave bookings away. Their details begin with the ids of both contacts. The kind is no
 * parameter, so that both engines take the index of such events.
 */
export function givenAwayBy(database: Kysely<Tables>, accountId: AccountId, contactId: string) {
  return database
    .selectFrom("booking_event")
    .where("booking_event.account_id", "=", accountId)
    .where(isGiven)
    .where("booking_event.details", "like", `{"contact":["${contactId}",%`);
}

const isGiven = sql<boolean>`booking_event.kind = 'contact-changed'`;

/**
 * Names another contact in the events by which one gave bookings away or got them: the one that it is merged into, whose
 * erasure is to reach them. Merges and erasures of an account wait for each other.
 */
export async function renameInGiven(
  { transaction, accountId }: Within,
  { from, into }: Readonly<Record<"from" | "into", string>>,
): Promise<void> {
  await transaction
    .updateTable("booking_event")
    .set({ details: sql<string>`replace(details, ${from}, ${into})` })
    .where("account_id", "=", accountId)
    .where(isGiven)
    .where("details", "like", `%"${from}"%`)
    .execute();
}
