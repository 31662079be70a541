import { sql } from "kysely";
import { writer, type Writer } from "./writer.ts";

/** Ends the reminders of written campaigns that are none of their numbers any more. */
export function deleteOtherReminders(): Writer {
  return writer("remindersInForce", (database, rows, { accountId }) =>
    database
      .deleteFrom("reminder")
      .where("account_id", "=", accountId)
      .where((where) =>
        where.exists(
          where
            .selectFrom(rows)
            .select("input_rows.interaction_id")
            .whereRef("input_rows.interaction_id", "=", "reminder.interaction_id")
            .where(sql<boolean>`input_rows.in_force not like '%,' || reminder.minutes || ',%'`),
        ),
      ),
  );
}

/** A look that is under way leaves `look_at` behind the present, or ahead by its lease; clocks of several machines differ. */
const underWayMs = 60_000;

/**
 * Has reminders looked at again whose moment in a slot comes before they would be. Where a look may be under way, the row is
 * locked in any case: the look sees the slot when it ends, or has ended before.
 */
export function updateReminderLooks(): Writer {
  const moment = sql`input_rows.starting_at - cast(60000 as bigint) * reminder.minutes`;
  return writer("reminderLooks", (database, rows, { accountId, now }) =>
    database
      .updateTable("reminder")
      .from(rows)
      .set({ look_at: sql`case when ${moment} < look_at then ${moment} else look_at end` })
      .where(sql.ref("input_rows.account_id"), "=", accountId)
      .whereRef("reminder.account_id", "=", "input_rows.account_id")
      .whereRef("reminder.interaction_id", "=", "input_rows.interaction_id")
      .where(
        sql<boolean>`(${moment} < look_at or look_at <= cast(${now} as bigint) + ${sql.lit(underWayMs)})`,
      ),
  );
}
