import { integer, text } from "../columns.ts";

/** Columns as in `tables.ts`, by the names of the migrations. */
export const reminderTables = {
  /**
   * The reminders of a campaign, a row for each of its numbers of minutes. The events of moments up to `told_until` are
   * written. At `look_at` a process looks for further ones, after it has moved `look_at` on. Both are milliseconds since the
   * epoch.
   */
  reminder: {
    account_id: integer,
    interaction_id: text,
    minutes: integer,
    told_until: integer,
    look_at: integer,
  },
} as const;
