import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import type { Tables } from "../tables.ts";

/**
 * Refuses a reference that another booking of the campaign has, a CANCELLED one included. Where a second transaction
 * commits the same reference after this question, the writer skips the row of `booking_data` and the transaction fails
 * (`failWhereSkipped`). The engine runs the transaction again, and this question finds the reference.
 */
export async function refuseTakenReference(
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
