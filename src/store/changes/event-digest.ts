import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/**
 * Reads the digest of the event at a position: 12 hexadecimal digits, all zero where no event is kept, as at
 * position 0. Two events have the same digest only by chance.
 */
export async function digestAt(
  reads: Kysely<Tables>,
  accountId: AccountId,
  position: number,
): Promise<string> {
  if (position === 0) return none;
  const [booking, slot] = await Promise.all([
    reads
      .selectFrom("booking_event")
      .select(["booking_id as of", "number", "recorded_at"])
      .where("account_id", "=", accountId)
      .where("position", "=", position)
      .executeTakeFirst(),
    reads
      .selectFrom("slot_event")
      .select(["id as of", "recorded_at"])
      .where("account_id", "=", accountId)
      .where("position", "=", position)
      .executeTakeFirst(),
  ]);
  const event = booking ?? (slot && { ...slot, number: 0 });
  if (event === undefined) return none;
  return createHash("sha256")
    .update(`${event.of} ${event.number} ${event.recorded_at}`)
    .digest("hex")
    .slice(0, digits);
}

const digits = 12;
const none = "0".repeat(digits);
