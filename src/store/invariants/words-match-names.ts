import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { indexEntriesOf } from "../../domain/attendee-name.ts";
import { bindRows, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { wordRows } from "../write/batch-rows.ts";
import type { KeyedValues } from "../write/slot.ts";
import type { Finding, Invariant } from "./invariant.ts";

/**
 * An attendee is found by the name that its ticket says is indexed, and by no other. A name that is still to be
 * indexed is no violation. Names are normalised by the program, so that the rows are read in pages.
 */
export const wordsMatchNames: Invariant = {
  name: "words-match-names",
  find: async (reads, accountId, { limit }) => {
    const found = new Map<string, Finding>();
    for await (const { booking_id, number } of wrongWords(reads, accountId)) {
      found.set(booking_id, { booking: booking_id, message: messageOf(number) });
      if (found.size === limit) break;
    }
    return Array.from(found.values());
  },
};

function messageOf(number: number): string {
  return (
    `Ticket ${number} is not indexed by its attendee's name: delete its rows of attendee_word and set its ` +
    "attendee_indexed_name to null. The service indexes it within five minutes."
  );
}

const pageSize = 500;

type TicketKey = Pick<Tables["ticket"], "booking_id" | "number">;

async function* wrongWords(reads: Kysely<Tables>, accountId: AccountId): AsyncGenerator<TicketKey> {
  let word = { words: "", booking_id: "", number: 0 };
  for (let isLast = false; !isLast;) {
    const rows = await readWords(reads, accountId, word);
    yield* rows.filter(({ words, name }) => !indexEntriesOf(name).includes(words));
    word = rows.at(-1) ?? word;
    isLast = rows.length < pageSize;
  }
  let ticket = { booking_id: "", number: 0 };
  for (let isLast = false; !isLast;) {
    const rows = await readIndexed(reads, accountId, ticket);
    yield* await withoutWords(reads, accountId, rows);
    ticket = rows.at(-1) ?? ticket;
    isLast = rows.length < pageSize;
  }
}

async function readWords(
  reads: Kysely<Tables>,
  accountId: AccountId,
  after: Omit<Tables["attendee_word"], "account_id">,
) {
  const { rows } = await sql<typeof after & { readonly name: string | null }>`
    select word.words, word.booking_id, word.number, ticket.attendee_indexed_name as name
    from attendee_word as word
    left join ticket
    on ticket.account_id = word.account_id
    and ticket.booking_id = word.booking_id
    and ticket.number = word.number
    where word.account_id = ${accountId}
    and (word.words, word.booking_id, word.number) > (${after.words}, ${after.booking_id}, ${after.number})
    order by word.words, word.booking_id, word.number
    limit ${pageSize}`.execute(reads);
  return rows;
}

async function readIndexed(reads: Kysely<Tables>, accountId: AccountId, after: TicketKey) {
  const { rows } = await sql<TicketKey & { readonly attendee_indexed_name: string | null }>`
    select booking_id, number, attendee_indexed_name
    from ticket
    where account_id = ${accountId}
    and (booking_id, number) > (${after.booking_id}, ${after.number})
    order by booking_id, number
    limit ${pageSize}`.execute(reads);
  return rows;
}

const findWords = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { words: "text", booking_id: "text", number: "bigint" }))
    .crossJoin("attendee_word")
    .select(["attendee_word.words", "attendee_word.booking_id", "attendee_word.number"])
    .where("attendee_word.account_id", "=", values.accountId)
    .whereRef("attendee_word.words", "=", "input_rows.words")
    .whereRef("attendee_word.booking_id", "=", "input_rows.booking_id")
    .whereRef("attendee_word.number", "=", "input_rows.number"),
);

/** The tickets that lack a row. Another statement looks again, because the name may have changed meanwhile. */
async function withoutWords(
  reads: Kysely<Tables>,
  accountId: AccountId,
  tickets: Awaited<ReturnType<typeof readIndexed>>,
): Promise<TicketKey[]> {
  const expected = tickets.flatMap(wordRows);
  if (expected.length === 0) return [];
  const rows = await findWords(reads, { accountId, ...bindRows(expected) });
  const nameOf = (row: object) => JSON.stringify(Object.values(row));
  const known = new Set(rows.map(nameOf));
  const missing: TicketKey[] = [];
  for (const ticket of tickets) {
    const lacks = wordRows(ticket).find((row) => !known.has(nameOf(row)));
    if (lacks === undefined) continue;
    const { rows: still } = await sql<TicketKey>`
      select booking_id, number
      from ticket
      where account_id = ${accountId}
      and booking_id = ${ticket.booking_id}
      and number = ${ticket.number}
      and attendee_indexed_name = ${ticket.attendee_indexed_name}
      and not exists (
        select 1
        from attendee_word as word
        where word.account_id = ${accountId}
        and word.words = ${lacks.words}
        and word.booking_id = ticket.booking_id
        and word.number = ticket.number
      )`.execute(reads);
    missing.push(...still);
  }
  return missing;
}
