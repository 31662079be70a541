import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

interface EndedHolds {
  readonly accountId: AccountId;
  /** Those that ended before this moment, milliseconds UTC. */
  readonly before: number;
  readonly limit: number;
}

/**
 * Forgets holds that ended, and contacts that were made for them alone: nobody booked, so nothing of theirs is kept.
 * Returns how many holds were forgotten.
 */
export async function forgetHolds(
  engine: Engine,
  { accountId, before, limit }: EndedHolds,
): Promise<number> {
  const ended = await engine.reads
    .selectFrom("hold")
    .select(["id", "contact_number"])
    .where("account_id", "=", accountId)
    .where("ended_at", "<", before)
    // While its booking waits, an offer that ended says that it stands behind all others.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("booking")
            .select("booking.id")
            .where("booking.account_id", "=", accountId)
            .whereRef("booking.id", "=", "hold.booking_id")
            .where("booking.booking_status", "=", "WAITLIST"),
        ),
      ),
    )
    .orderBy("ended_at")
    .limit(limit)
    .execute();
  if (ended.length === 0) return 0;
  const ids = ended.map(({ id }) => id);
  const contacts = ended.flatMap(({ contact_number: contact }) => contact ?? []);
  await engine.write(async (transaction) => {
    // A merge locks both contacts before their holds.
    if (contacts.length > 0) await lockContacts(transaction, engine, { accountId, contacts });
    await transaction
      .deleteFrom("hold")
      .where("account_id", "=", accountId)
      .where("hold.id", "in", ids)
      .execute();
    if (contacts.length > 0) await forgetUnused(transaction, { accountId, contacts });
  });
  return ended.length;
}

interface OfHolds {
  readonly accountId: AccountId;
  /** Their numbers; at least one. */
  readonly contacts: readonly number[];
}

function lockContacts(
  transaction: Kysely<Tables>,
  engine: Engine,
  { accountId, contacts }: OfHolds,
): Promise<unknown> {
  const inOrder = transaction
    .selectFrom("contact")
    .select("id")
    .where("account_id", "=", accountId)
    .where("contact.number", "in", contacts)
    .orderBy("id");
  return engine.locked(inOrder, "contact").execute();
}

/** A booking or a hold that is made meanwhile locks its contact: this runs again then, and leaves it. */
async function forgetUnused(
  transaction: Kysely<Tables>,
  { accountId, contacts }: OfHolds,
): Promise<void> {
  await transaction
    .deleteFrom("contact")
    .where("contact.account_id", "=", accountId)
    .where("contact.number", "in", contacts)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("booking")
            .select("booking.id")
            .where("booking.account_id", "=", accountId)
            .whereRef("booking.contact_number", "=", "contact.number"),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("hold")
            .select("hold.id")
            .where("hold.account_id", "=", accountId)
            .whereRef("hold.contact_number", "=", "contact.number"),
        ),
      ),
    )
    .execute();
}
