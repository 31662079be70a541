import { integer, text } from "../columns.ts";

/** As in `tables.ts`. */
export const reminderTables = {
  /** Where the reminders of one number of a campaign stand. */
  reminder: {
    account_id: integer,
    interaction_id: text,
    minutes: integer,
    told_until: integer,
    look_at: integer,
  },
} as const;
