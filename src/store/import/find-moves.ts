import type { Attempt } from "./attempt.ts";
import { loadTicketTypes } from "./load-catalogue.ts";

/**
 * Finds the present places of the bookings that the file moves, so that their seats are released there.
 * Adds these slots, activities and ticket types to the things of the file. They are of the same campaign,
 * or the line is bad.
 */
export async function findMoves(attempt: Attempt): Promise<void> {
  const { scratch } = attempt;
  if (!scratch.has("booking")) return;
  if (scratch.prepare(`select found_change.no ${moves()} limit 1`).get() === undefined) return;
  scratch.exec(nameOldPlaces);
  await loadTicketTypes(attempt);
}

/** Selects the bookings that move, with the joins that find their present places. */
function moves(...joins: readonly string[]): string {
  return `
    from found_change
    join moved_booking using (no)
    join known_booking using (no)
    join booking using (no)
    join slot as new_slot on new_slot.no = booking.slot_no
    join activity as new_activity on new_activity.no = new_slot.activity_no
    ${joins.join("\n")}
    where place_differs
    and not interaction_differs`;
}

const oldActivity = `
  join activity as old_activity on old_activity.interaction_no = new_activity.interaction_no
    and old_activity.id = known_booking.activity_id`;

const oldSlot = `
  join slot as old_slot on old_slot.activity_no = old_activity.no
    and old_slot.host = known_booking.host_id
    and old_slot.starting_at = known_booking.slot_starting_at`;

const oldTicketType = `
  join ticket_type as old_ticket_type on old_ticket_type.activity_no = old_activity.no
    and old_ticket_type.id = known_booking.ticket_type_id`;

const nameOldPlaces = `
  insert or ignore into activity (interaction_no, id)
  select new_activity.interaction_no, known_booking.activity_id
  ${moves()};

  insert or ignore into ticket_type (activity_no, id)
  select old_activity.no, known_booking.ticket_type_id
  ${moves(oldActivity)};

  insert or ignore into slot (activity_no, host, starting_at)
  select old_activity.no, known_booking.host_id, known_booking.slot_starting_at
  ${moves(oldActivity)};

  insert into found_move
  select found_change.no, old_slot.no, old_ticket_type.no
  ${moves(oldActivity, oldSlot, oldTicketType)}`;
