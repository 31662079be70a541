import type { Slot } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";

type Seats = Pick<Slot, "capacity" | "taken" | "free" | "overbooked_by" | "waiting_tickets">;

/** What is to be known of a slot at once: full, waiting, overbooked, over. */
export function SlotBadges({ slot, past }: { readonly slot: Seats; readonly past: boolean }) {
  const { free, capacity, overbooked_by: over, waiting_tickets: waiting } = slot;
  return (
    <span className="row">
      {free === 0 ? <Badge tone="danger">full</Badge> : <Badge tone="good">{free} free</Badge>}
      {capacity === 0 && <Badge>no seats</Badge>}
      {over > 0 && <Badge tone="danger">overbooked by {over}</Badge>}
      {waiting > 0 && (
        <Badge tone="amber">{waiting === 1 ? "1 ticket waits" : `${waiting} tickets wait`}</Badge>
      )}
      {past && <Badge>past</Badge>}
    </span>
  );
}

/** Taken of all, as a bar and in numbers. */
export function SeatBar({ slot }: { readonly slot: Seats }) {
  const { taken, capacity, overbooked_by: over } = slot;
  const whole = Math.max(capacity, taken, 1);
  return (
    <span className="seat-bar">
      <span className="seat-bar-track" aria-hidden="true">
        <span style={{ width: `${(Math.min(taken, capacity) / whole) * 100}%` }} />
        <span data-over="" style={{ width: `${(over / whole) * 100}%` }} />
      </span>
      <span className="num">
        {taken} of {capacity}
      </span>
    </span>
  );
}
