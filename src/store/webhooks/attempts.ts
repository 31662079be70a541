import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { isGone, pauseAfter, wasDelivered, type Attempt } from "../../domain/webhooks/delivery.ts";
import type { Engine } from "../engine.ts";
import { namedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { deliveriesOf, type Delivery } from "./deliveries.ts";
import { setState, underLease, type Lease } from "./lease.ts";

/** An attempt of a delivery, and its end. */
export interface Ended extends Attempt {
  readonly delivery: Pick<Delivery, "id">;
}

/** Writes what came of attempts; null where the lease is another's. */
export function recordAttempts(
  engine: Engine,
  accountId: AccountId,
  lease: Lease,
  ended: readonly Ended[],
  now: number,
) {
  return underLease(engine, { ...lease, accountId }, async (transaction) => {
    await holdContacts(engine, transaction, accountId, lease, ended);
    for (const attempt of ended) await recordAttempt(transaction, accountId, lease, attempt, now);
    if (ended.some(isGone)) {
      await setState(transaction, lease, { state: "ended", reason: "gone", now });
    }
  });
}

async function recordAttempt(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { webhookId }: Lease,
  { delivery, at, status, error, ms, answer, retryAfterMs }: Ended,
  now: number,
): Promise<void> {
  const row = await deliveriesOf(transaction, accountId, webhookId)
    .where("id", "=", delivery.id)
    .executeTakeFirst();
  if (row === undefined) return;
  const number = row.attempts + 1;
  const failures = row.failures + 1;
  const pause = pauseAfter(failures, retryAfterMs);
  const ending = wasDelivered({ status })
    ? ({ state: "delivered", ended_at: now } as const)
    : pause === null
      ? ({ state: "failed", ended_at: now, failures } as const)
      : { failures, next_at: now + pause };
  await transaction
    .updateTable("webhook_delivery")
    .set({
      attempts: number,
      first_at: row.first_at ?? at,
      // One that was given up meanwhile stays so.
      ...(row.state === "waiting" && ending),
    })
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", delivery.id)
    .execute();
  await transaction
    .insertInto("webhook_attempt")
    .values({
      account_id: accountId,
      webhook_id: webhookId,
      delivery_id: delivery.id,
      number,
      at,
      status,
      error,
      ms,
      answer: (await wasErasedSince(transaction, accountId, row.booking_id, at)) ? null : answer,
    })
    .execute();
}

/**
 * Locks the contacts whose answers are about to be written: an erasure either sees these answers, or is seen by
 * `wasErasedSince`. Cancels do not wait for this lock.
 */
async function holdContacts(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { webhookId }: Lease,
  ended: readonly Ended[],
): Promise<void> {
  const told = ended.filter(({ answer }) => answer !== null).map(({ delivery }) => delivery.id);
  if (told.length === 0) return;
  const contacts = transaction
    .selectFrom("webhook_delivery")
    .innerJoin("booking", namedBy("booking", "webhook_delivery"))
    .select("booking.contact_id")
    .where("webhook_delivery.account_id", "=", accountId)
    .where("webhook_delivery.webhook_id", "=", webhookId)
    .where("webhook_delivery.id", "in", told);
  await engine
    .locked(
      transaction
        .selectFrom("contact")
        .select("id")
        .where("account_id", "=", accountId)
        .where("id", "in", contacts)
        .orderBy("id"),
      "contact",
    )
    .execute();
}

/** The answer to a post that was under way when its contact was erased may name the contact. */
async function wasErasedSince(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  bookingId: string | null,
  since: number,
): Promise<boolean> {
  if (bookingId === null) return false;
  const row = await transaction
    .selectFrom("booking_event")
    .select("number")
    .where("account_id", "=", accountId)
    .where("booking_id", "=", bookingId)
    .where("kind", "=", "contact-erased")
    .where("recorded_at", ">=", since - clocksDifferMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** Clocks of several machines differ. */
const clocksDifferMs = 60_000;
