import { sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { NameIndex, TicketKey } from "../name-index.ts";

/** The last character of the order of bytes. */
const last = "\u{10FFFF}";

/**
 * The table `attendee_word`, which triggers fill. It has the words of a name once for each word, beginning with that
 * word: "Ada King" has `ada king` and `king ada`. A range of its key finds a beginning, and the row has the other words.
 */
export const sqliteNames: NameIndex = {
  select: (accountId, [first = "", ...others]) => {
    // Words have letters and digits only, so that none is a pattern.
    const begun = others.map((word) => sql`and ' ' || words like ${`% ${word}%`}`);
    return sql`
      select booking_id
      from attendee_word
      where account_id = ${accountId}
      and words >= ${first}
      and words < ${first + last}
      ${begun.length === 0 ? sql`` : sql.join(begun, sql` `)}`;
  },
  readsFirstWord: true,
  selectStrays,
};

const wordsOfTicket = sql.raw(
  "coalesce(ticket.attendee_words, lower(ticket.attendee_display_name))",
);

/** Entries that are no turning of their ticket's words, and tickets that lack one. */
function selectStrays(accountId: AccountId, limit: number) {
  return sql<TicketKey>`
    with recursive
    named (booking_id, number, words) as (
      select ticket.booking_id, ticket.number, ${wordsOfTicket}
      from ticket
      where ticket.account_id = ${accountId}
    ),
    turned (booking_id, number, rest, before) as (
      select booking_id, number, words, ''
      from named
      where words <> ''
      union all
      select
        booking_id,
        number,
        substr(rest, instr(rest, ' ') + 1),
        before || ' ' || substr(rest, 1, instr(rest, ' ') - 1)
      from turned
      where instr(rest, ' ') > 0
    )
    select entry.booking_id, entry.number
    from attendee_word as entry
    left join ticket
    on ticket.account_id = entry.account_id
    and ticket.booking_id = entry.booking_id
    and ticket.number = entry.number
    where entry.account_id = ${accountId}
    and not coalesce(
      length(${wordsOfTicket}) = length(entry.words)
      and instr(
        ' ' || ${wordsOfTicket} || ' ' || ${wordsOfTicket} || ' ',
        ' ' || entry.words || ' '
      ) > 0,
      0
    )
    union
    select turned.booking_id, turned.number
    from turned
    where not exists (
      select 1
      from attendee_word as entry
      where entry.account_id = ${accountId}
      and entry.words = turned.rest || turned.before
      and entry.booking_id = turned.booking_id
      and entry.number = turned.number
    )
    limit ${limit}`;
}
