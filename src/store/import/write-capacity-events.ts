import { randomUUID } from "node:crypto";
import type { AuditContext } from "../accounts/audit.ts";
import type { Attempt } from "./attempt.ts";
import { insertRows } from "./insert-rows.ts";

const columns = [
  "account_id",
  "id",
  "interaction_id",
  "activity_id",
  "host_id",
  "starting_at",
  "capacity",
  "recorded_at",
  "actor",
  "request_id",
] as const;

type Slot = readonly [
  interactionId: string,
  activityId: string,
  hostId: string,
  startingAt: number,
  capacity: number,
];

/** Writes an event for each known slot whose capacity the file changes. */
export async function writeCapacityEvents(attempt: Attempt, audit: AuditContext): Promise<void> {
  const { scratch, accountId } = attempt;
  if (!scratch.has("slot")) return;
  const slots = scratch.select<Slot>(
    `select interaction_id.id, activity.id, slot.host, slot.starting_at, found_slot.capacity
     from found_slot
     join known_slot using (no)
     join slot using (no)
     join activity on activity.no = slot.activity_no
     join interaction_id on interaction_id.no = activity.interaction_no
     where found_slot.capacity <> known_slot.capacity`,
  );
  const rows = Array.from(slots, (slot) => [
    accountId,
    randomUUID(),
    ...slot,
    audit.now,
    audit.actor,
    audit.requestId ?? null,
  ]);
  await insertRows(attempt, { table: "slot_event", columns }, rows);
}
