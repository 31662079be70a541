import { sql } from "kysely";
import type { NameIndex } from "../name-index.ts";

/** The words of an attendee's name, as both engines read them from a ticket. */
const words = sql.raw("coalesce(attendee_words, lower(attendee_display_name))");

/** The expression of the index `ticket_by_name`, in its words: each word behind its account's id. */
const lexemes = sql.raw(
  "array_to_tsvector(string_to_array(account_id::text || '/' || " +
    "replace(coalesce(attendee_words, lower(attendee_display_name)), ' ', ' ' || account_id::text || '/'), ' '))",
);

/** A text search index finds tickets by the beginnings of several words at once. */
export const postgresNames: NameIndex = {
  select: (accountId, typed) => {
    // Words have letters and digits only: nothing in them is a sign of a query or a pattern.
    const query = typed.map((word) => `'${accountId}/${word}':*`).join(" & ");
    // Under row level security PostgreSQL uses no index for `@@`, and this comparison is the cheaper one.
    const begun = typed.map((word) => sql`and ' ' || ${words} like ${`% ${word}%`}`);
    return sql`
      select booking_id
      from ticket
      where account_id = ${accountId}
      and ${lexemes} @@ cast(${query} as tsquery)
      ${sql.join(begun, sql` `)}`;
  },
  readsFirstWord: false,
};
