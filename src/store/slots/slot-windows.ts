import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingWindow } from "../../domain/booking-window.ts";
import { bindRows, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { windowColumns, windowOfRow } from "../write/booking-windows.ts";
import type { KeyedValues, SlotColumns } from "../write/slot.ts";

type OpenOrClosed = SlotColumns & Pick<Tables["slot"], "closed_at">;

/** Reads until when slots give seats of each ticket type of their activities, by the type's id. */
export async function readWindows(
  reads: Kysely<Tables>,
  accountId: AccountId,
  slots: readonly OpenOrClosed[],
): Promise<(slot: OpenOrClosed) => ReadonlyMap<string, BookingWindow>> {
  const activities = new Map(
    slots.map(({ interaction_id, activity_id }) => [
      activityText({ interaction_id, activity_id }),
      { interaction_id, activity_id },
    ]),
  );
  if (activities.size === 0) return () => new Map();
  const rows = await readTypeTerms(reads, { accountId, ...bindRows([...activities.values()]) });
  const byActivity = Map.groupBy(rows, activityText);
  return (slot) =>
    new Map(
      (byActivity.get(activityText(slot)) ?? []).map((row) => [
        row.id,
        windowOfRow({ ...row, startingAt: slot.starting_at, closedAt: slot.closed_at }),
      ]),
    );
}

function activityText({
  interaction_id,
  activity_id,
}: Pick<SlotColumns, "interaction_id" | "activity_id">): string {
  return `${interaction_id}\n${activity_id}`;
}

const readTypeTerms = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { interaction_id: "text", activity_id: "text" }))
    .crossJoin("interaction")
    .crossJoin("ticket_type")
    .select([
      "ticket_type.interaction_id",
      "ticket_type.activity_id",
      "ticket_type.id",
      ...windowColumns,
    ])
    .where("interaction.account_id", "=", values.accountId)
    .whereRef("interaction.id", "=", "input_rows.interaction_id")
    .where("ticket_type.account_id", "=", values.accountId)
    .whereRef("ticket_type.interaction_id", "=", "input_rows.interaction_id")
    .whereRef("ticket_type.activity_id", "=", "input_rows.activity_id")
    .orderBy("ticket_type.id"),
);
