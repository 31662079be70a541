import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";

type Seats = Pick<Slot, "capacity" | "taken" | "free" | "overbooked_by" | "waiting_tickets">;

/** The marks of a slot: full, waiting, overbooked, over. */
export function SlotBadges({ slot, past }: { readonly slot: Seats; readonly past: boolean }) {
  const { free, overbooked_by: over, waiting_tickets: waiting } = slot;
  return (
    <span className="row">
      {slot.capacity === 0 ? (
        <Badge>{t("no seats")}</Badge>
      ) : free === 0 ? (
        <Badge tone="blue">{t("full")}</Badge>
      ) : (
        <Badge tone="good">{t("{free} free", { free })}</Badge>
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
      <span className="num">{t("{taken} of {capacity}", { taken, capacity })}</span>
    </span>
  );
}
