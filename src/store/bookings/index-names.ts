import { sql, type Kysely, type OperandValueExpressionOrList } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { wordRows } from "../write/batch-rows.ts";
import { writeRows } from "../write/write-batch.ts";

/** The condition of the index `ticket_to_index`, in its words. */
const isToIndex = sql<boolean>`attendee_display_name is distinct from attendee_indexed_name`;

type Bookings = OperandValueExpressionOrList<Tables, "ticket", "booking_id">;

/**
 * Indexes the names that were written or removed without it, and returns of how many tickets: of these bookings, or of
 * any. A ticket is locked before its name is read, so that no other writer changes it meanwhile.
 */
export async function indexNames(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { bookings, limit }: { readonly bookings?: Bookings; readonly limit?: number },
): Promise<number> {
  let select = namesToIndex(transaction, accountId).orderBy("booking_id").orderBy("number");
  if (bookings !== undefined) select = select.where("booking_id", "in", bookings);
  if (limit !== undefined) select = select.limit(limit);
  const found = await dialectOf(transaction).locked(select, "ticket").execute();
  const indexedNames = found.map(({ booking_id, number, attendee_display_name }) => ({
    booking_id,
    number,
    attendee_indexed_name: attendee_display_name,
  }));
  const droppedWords = found.flatMap(wordRows);
  await writeRows(transaction, accountId, 0, {
    indexedNames,
    droppedWords,
    words: indexedNames.flatMap(wordRows),
  });
  return found.length;
}

/** The same for the next names of an account, by itself. A round that finds nothing delays no writer. */
export function indexOldNames(
  engine: Engine,
  accountId: AccountId,
  limit: number,
): Promise<number> {
  return engine.within(accountId, async () => {
    const next = await namesToIndex(engine.reads, accountId).limit(1).executeTakeFirst();
    if (next === undefined) return 0;
    return engine.write((transaction) => indexNames(transaction, accountId, { limit }));
  });
}

function namesToIndex(database: Kysely<Tables>, accountId: AccountId) {
  return database
    .selectFrom("ticket")
    .select(["booking_id", "number", "attendee_display_name", "attendee_indexed_name"])
    .where("account_id", "=", accountId)
    .where(isToIndex);
}
