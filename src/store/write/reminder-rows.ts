import type { BatchRows } from "./batch-rows.ts";

/**
 * Adds what follows for reminders: the numbers of written campaigns are in force from now on, unless they were before, and
 * new slots have their moments looked at.
 */
export function withReminders(rows: BatchRows, now: number): BatchRows {
  const { interactions, newSlots, reminderLooks = [] } = rows;
  if (interactions === undefined && newSlots === undefined) return rows;
  return {
    ...rows,
    ...(interactions !== undefined && remindersOf(interactions, now)),
    reminderLooks: [...reminderLooks, ...looksOf(newSlots ?? [])],
  };
}

function remindersOf(interactions: BatchRows["interactions"] & object, now: number): BatchRows {
  const campaigns = interactions.map(({ id, reminder_minutes: written }) => ({
    id,
    minutes: JSON.parse(written ?? "[]") as readonly number[],
  }));
  return {
    remindersInForce: campaigns.map(({ id, minutes }) => ({
      interaction_id: id,
      in_force: `,${minutes.join(",")},`,
    })),
    newReminders: campaigns.flatMap(({ id, minutes }) =>
      minutes.map((each) => ({
        interaction_id: id,
        minutes: each,
        told_until: now,
        look_at: now,
      })),
    ),
  };
}

/** The first of the slots of each campaign. */
function looksOf(newSlots: BatchRows["newSlots"] & object): BatchRows["reminderLooks"] & object {
  const first = new Map<string, number>();
  for (const { interaction_id: id, starting_at: start } of newSlots) {
    first.set(id, Math.min(first.get(id) ?? Infinity, start));
  }
  return Array.from(first, ([id, start]) => ({ interaction_id: id, starting_at: start }));
}
