import { integer, text } from "../columns.ts";

/** Columns as in `tables.ts`, by the names of the migrations. */
export const reminderTables = {
  /**
   * The reminders of a campaign, a row for each of its numbers of minutes. The events of moments up to `told_until` are
   * written. From `look_at` on a process looks for further ones, and moves it on with each event that it writes and at its
   * end. Both are milliseconds since the epoch.
   */
  reminder: {
    account_id: integer,
    interaction_id: text,
    minutes: integer,
    told_until: integer,
    look_at: integer,
  },
} as const;
