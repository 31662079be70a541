import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { wordsToStore } from "../../domain/attendee-name.ts";
import type { TicketKey } from "../name-index.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid-columns.ts";
import type { Finding, Invariant } from "./invariant.ts";

/**
 * An attendee is found by its name, and by no other. The program makes a name's words, so that the tickets are read in
 * pages; that the index has these words is the engine's own affair.
 */
export const wordsMatchNames: Invariant = {
  name: "words-match-names",
  find: async (reads, accountId, { limit }) => {
    const found = new Map<string, Finding>();
    for await (const { booking_id, number } of wrongWords(reads, accountId, limit)) {
      found.set(booking_id, { booking: booking_id, message: messageOf(number) });
      if (found.size === limit) break;
    }
    return Array.from(found.values());
  },
};

function messageOf(number: number): string {
  return (
    `Ticket ${number} is not indexed by its attendee's name: on SQLite, delete its rows of attendee_word; then import ` +
    "the booking with another name of the attendee, and again with the right one."
  );
}

const pageSize = 500;

async function* wrongWords(
  reads: Kysely<Tables>,
  accountId: AccountId,
  limit: number,
): AsyncGenerator<TicketKey> {
  let after: TicketKey | null = null;
  for (let isLast = false; !isLast;) {
    const rows: TicketName[] = await readTickets(reads, accountId, after);
    yield* rows.filter((each) => each.attendee_words !== wordsToStore(each.attendee_display_name));
    after = rows.at(-1) ?? after;
    isLast = rows.length < pageSize;
  }
  const strays = dialectOf(reads).names.selectStrays?.(accountId, limit);
  if (strays !== undefined) yield* (await strays.execute(reads)).rows;
}

type TicketName = TicketKey & Pick<Tables["ticket"], "attendee_display_name" | "attendee_words">;

async function readTickets(
  reads: Kysely<Tables>,
  accountId: AccountId,
  after: TicketKey | null,
): Promise<TicketName[]> {
  const behind =
    after === null
      ? sql``
      : sql`and (booking_id, number) > (${uuid(after.booking_id)}, ${after.number})`;
  const { rows } = await sql<TicketName>`
    select booking_id, number, attendee_display_name, attendee_words
    from ticket
    where account_id = ${accountId}
    ${behind}
    order by booking_id, number
    limit ${pageSize}`.execute(reads);
  return rows;
}
