import type { AuditContext } from "../accounts/audit.ts";
import { lockSlot } from "../bookings/lock-slot.ts";
import { readMoveUp, rowsOfMoveUp } from "../bookings/move-up.ts";
import { inLockingOrder, type SlotPlace } from "../bookings/slot-place.ts";
import type { Attempt } from "./attempt.ts";
import { findChangedQueues } from "./find-changed-queues.ts";

/**
 * Gives free seats to the waitlist where a file adds seats or changes who stands in line, and the
 * campaign promotes automatically, in the same transaction, like every other change (A40). An import
 * that contains bookings of the slot promotes nobody, and one with `--update` only where a booking moved
 * away: the file's own states win (B64).
 */
export async function promoteIntoAddedSeats(
  attempt: Attempt,
  { audit, update }: { readonly audit: AuditContext; readonly update: boolean },
): Promise<void> {
  const { transaction, locked, writeRows, accountId, yieldToEventLoop } = attempt;
  const slots = update ? slotsMovedFrom(attempt) : await slotsNotInFile(attempt);
  // Every transaction locks slots in one order.
  for (const place of slots.toSorted(inLockingOrder)) {
    const seats = await lockSlot(transaction, locked, accountId, place);
    if (seats === null) throw new Error("A slot of the account is missing.");
    const slot = { place, seats };
    const moveUp = await readMoveUp(transaction, locked, accountId, slot, audit.now, null);
    const rows = moveUp.entries.length === 0 ? {} : rowsOfMoveUp(moveUp, audit);
    for (const statement of writeRows(accountId, audit.now, rows)) {
      await transaction.executeQuery(statement);
    }
    await yieldToEventLoop();
  }
}

async function slotsNotInFile(attempt: Attempt): Promise<SlotPlace[]> {
  const found = [...slotsWithAddedSeats(attempt), ...(await findChangedQueues(attempt))];
  const slots = new Map(found.map((place) => [JSON.stringify(place), place]));
  if (slots.size > 0) for (const place of slotsOfBookings(attempt)) slots.delete(place);
  return [...slots.values()];
}

function slotsMovedFrom(attempt: Attempt): SlotPlace[] {
  return attempt.scratch.has("booking")
    ? slotsWithAddedSeats(attempt, "and slot.no in (select slot_no from found_move)")
    : [];
}

function slotsWithAddedSeats({ scratch }: Attempt, condition = ""): SlotPlace[] {
  if (!scratch.has("slot")) return [];
  return placesIn(
    scratch,
    `found_slot
     join known_slot using (no)
     join slot using (no)
     ${joinCatalogue}
     join interaction on interaction.no = activity.interaction_no
     left join known_interaction on known_interaction.no = activity.interaction_no
     where max(found_slot.capacity - found_slot.taken, 0) > max(known_slot.capacity - known_slot.taken, 0)
     and coalesce(nullif(interaction.waitlist_promotion, x''), known_interaction.waitlist_promotion) = 'automatic'
     ${condition}`,
  );
}

/** The slots of the file's bookings, as JSON. */
function slotsOfBookings({ scratch }: Attempt): string[] {
  if (!scratch.has("booking")) return [];
  const places = placesIn(
    scratch,
    `slot ${joinCatalogue} where slot.no in (select slot_no from booking)`,
  );
  return places.map((place) => JSON.stringify(place));
}

const joinCatalogue = `
  join activity on activity.no = slot.activity_no
  join interaction_id on interaction_id.no = activity.interaction_no`;

function placesIn(scratch: Attempt["scratch"], from: string): SlotPlace[] {
  const rows = scratch.select<
    [interactionId: string, activityId: string, hostId: string, startingAt: number]
  >(`select interaction_id.id, activity.id, slot.host, slot.starting_at from ${from}`);
  return Array.from(rows, ([interactionId, activityId, hostId, startingAt]) => ({
    interactionId,
    activityId,
    hostId,
    startingAt,
  }));
}
