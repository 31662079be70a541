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

/** Has reminders looked at again whose moment in a slot comes before they would be. */
export function updateReminderLooks(): Writer {
  return writer("reminderLooks", (database, rows, { accountId }) =>
    database
      .updateTable("reminder")
      .from(rows)
      .set({ look_at: sql`input_rows.starting_at - cast(60000 as bigint) * reminder.minutes` })
      .where(sql.ref("input_rows.account_id"), "=", accountId)
      .whereRef("reminder.account_id", "=", "input_rows.account_id")
      .whereRef("reminder.interaction_id", "=", "input_rows.interaction_id")
      .where(
        sql<boolean>`reminder.look_at > input_rows.starting_at - cast(60000 as bigint) * reminder.minutes`,
      ),
  );
}
