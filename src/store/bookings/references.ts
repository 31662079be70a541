import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import type { Tables } from "../tables.ts";

/**
 * Refuses a reference that another booking of the campaign has, a CANCELLED one included. When another transaction
 * writes the same one meanwhile, the writer skips this one's and fails it, the engine runs it again, and it is refused
 * here.
 */
export async function refuseTaken(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  interactionNumber: number,
  { bookingId, reference }: { readonly bookingId: string; readonly reference: string | null },
): Promise<Refused<SeatRefusal> | null> {
  if (reference === null) return null;
  const other = await transaction
    .selectFrom("booking_data")
    .select("booking_id")
    .where("account_id", "=", accountId)
    .where("reference", "=", reference)
    .where("interaction_number", "=", interactionNumber)
    .where("booking_id", "<>", bookingId)
    .executeTakeFirst();
  return other === undefined ? null : { refused: { why: "reference-taken" } };
}
