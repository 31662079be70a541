import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { Countdown } from "../../kit/countdown.tsx";

type Seats = Pick<
  Slot,
  | "capacity"
  | "closed"
  | "taken"
  | "held"
  | "held_until"
  | "free"
  | "overbooked_by"
  | "waiting_tickets"
>;

/** The marks of a slot: closed, full, waiting, overbooked, over. */
export function SlotBadges({ slot, past }: { readonly slot: Seats; readonly past: boolean }) {
  const { held, overbooked_by: over, waiting_tickets: waiting } = slot;
  return (
    <span className="row">
      <SeatsLeft slot={slot} />
      {held > 0 && (
        <Badge tone="blue">
          {t("{held} held", { held })}
          {slot.held_until !== undefined && (
            <>
              {", "}
              <Countdown at={slot.held_until} />
            </>
          )}
        </Badge>
      )}
      {over > 0 && <Badge tone="danger">{t("overbooked by {over}", { over })}</Badge>}
      {waiting > 0 && (
        <Badge tone="amber">
          {t("{waiting, plural, one {# ticket waits} other {# tickets wait}}", { waiting })}
        </Badge>
      )}
      {past && <Badge>{t("past")}</Badge>}
    </span>
  );
}

function SeatsLeft({ slot: { closed, capacity, free } }: { readonly slot: Seats }) {
  if (closed) return <Badge>{t("closed")}</Badge>;
  if (capacity === 0) return <Badge>{t("no seats")}</Badge>;
  if (free === 0) return <Badge tone="blue">{t("full")}</Badge>;
  return <Badge tone="good">{t("{free} free", { free })}</Badge>;
}

/** Taken of all, as a bar and in numbers. */
export function SeatBar({ slot }: { readonly slot: Seats }) {
  const { taken, held, capacity, overbooked_by: over } = slot;
  // "0 of 0" says no more than that there are no seats.
  if (capacity === 0 && taken === 0) return <span className="soft">–</span>;
  const within = Math.min(taken, capacity);
  const heldWithin = Math.min(held, within);
  const whole = Math.max(capacity, taken, 1);
  return (
    <span className="seat-bar">
      <span className="seat-bar-track" aria-hidden="true">
        <span style={{ width: `${((within - heldWithin) / whole) * 100}%` }} />
        <span data-held="" style={{ width: `${(heldWithin / whole) * 100}%` }} />
        <span data-over="" style={{ width: `${(over / whole) * 100}%` }} />
      </span>
      <span className="num">{t("{taken} of {capacity}", { taken, capacity })}</span>
    </span>
  );
}
