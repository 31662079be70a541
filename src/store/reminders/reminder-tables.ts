import { integer, text } from "../columns.ts";

/** Columns as in `tables.ts`, by the names of the migrations. */
export const reminderTables = {
  /**
   * How far the reminders of a campaign are told, a row for each of its numbers of minutes. Moments up to `told_until` are
   * done with; at `look_at` a process looks again, and moves it on before it does. Both are milliseconds since the epoch.
   */
  reminder: {
    account_id: integer,
    interaction_id: text,
    minutes: integer,
    told_until: integer,
    look_at: integer,
  },
} as const;
