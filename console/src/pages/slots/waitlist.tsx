import { useState } from "react";
import { ProblemError } from "../../api/problem.ts";
import { useAnswer, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import type { Booking, Slot } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { tell } from "../../kit/toasts.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { BookingLink } from "./booking-link.tsx";

/** How many are drawn, each with its own reason; who stands further back waits for those. */
const shownMax = 25;

/** Who waits for the slot, first come first, and why not yet. */
export function Waitlist({
  slot,
  automatic,
  waiting,
}: {
  readonly slot: Slot;
  /** Whether the campaign promotes by itself. */
  readonly automatic: boolean;
  readonly waiting: readonly Booking[];
}) {
  const mayPromote = useMay("admin");
  const [promoting, setPromoting] = useState<{ booking: Booking; place: number } | null>(null);
  // Entries of the same instant stand by their ids, as the service has them.
  const order = waiting.toSorted(
    (one, other) =>
      Date.parse(one.booked_at) - Date.parse(other.booked_at) ||
      (one.booking < other.booking ? -1 : 1),
  );
  const [first] = order;
  return (
    <section className="card" aria-label="Waitlist">
      <div className="card-header">
        <h2>Waitlist</h2>
        <span className="row">
          <Badge tone={automatic ? "blue" : "plain"}>
            {automatic ? "promotes by itself" : "promoted by hand"}
          </Badge>
          {mayPromote && first !== undefined && (
            <Button onClick={() => setPromoting({ booking: first, place: 1 })}>
              Promote the first
            </Button>
          )}
        </span>
      </div>
      {order.length === 0 ? (
        <p className="soft">Nobody waits.</p>
      ) : (
        <ol className="waitlist">
          {order.slice(0, shownMax).map((booking, index) => (
            <Entry
              key={booking.booking}
              booking={booking}
              place={index + 1}
              zone={slot.timezone}
              onPromote={
                mayPromote && index > 0 ? () => setPromoting({ booking, place: index + 1 }) : null
              }
            />
          ))}
        </ol>
      )}
      {order.length > shownMax && (
        <p className="soft">
          … and {order.length - shownMax} more behind them, in the order in which they came.
        </p>
      )}
      {promoting !== null && <PromoteDialog {...promoting} onClose={() => setPromoting(null)} />}
    </section>
  );
}

function Entry({
  booking,
  place,
  zone,
  onPromote,
}: {
  readonly booking: Booking;
  readonly place: number;
  readonly zone: string;
  readonly onPromote: (() => void) | null;
}) {
  const account = useAccount();
  const explained = useAnswer("explainBooking", { path: { ...account, booking: booking.booking } });
  const live = booking.tickets.filter(({ cancelled_at: at }) => at === null).length;
  const why = explained.data?.body.waitlist?.why;
  return (
    <li>
      <span className="waitlist-place num" aria-hidden="true">
        {place}
      </span>
      <div>
        <strong>
          <BookingLink booking={booking} />
        </strong>{" "}
        <span className="soft">
          {live === 1 ? "1 ticket" : `${live} tickets`}, since{" "}
          <When at={booking.booked_at} zone={zone} />
        </span>
        <p>{explained.error === null ? (why ?? "…") : explained.error.message}</p>
      </div>
      {onPromote !== null && (
        <Button
          tone="quiet"
          aria-label={`Promote ${booking.external_id}, number ${place}`}
          onClick={onPromote}
        >
          Promote
        </Button>
      )}
    </li>
  );
}

/** Promotes one entry; any but the first only if it is said that others are overtaken. */
function PromoteDialog({
  booking,
  place,
  onClose,
}: {
  readonly booking: Booking;
  readonly place: number;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const promote = useChange("promoteBooking");
  const overtakes =
    place > 1 || (promote.error instanceof ProblemError && promote.error.problem === "not-first");
  return (
    <ConfirmDialog
      title={overtakes ? "Promote past others?" : "Promote the first?"}
      action={overtakes ? "Promote, overtaking others" : "Promote"}
      tone={overtakes ? "danger" : "primary"}
      busy={promote.isPending}
      error={promote.error}
      onClose={onClose}
      onConfirm={() =>
        promote.mutate(
          {
            path: { ...account, booking: booking.booking },
            body: overtakes ? { overtake: true } : {},
          },
          {
            onSuccess: () => {
              tell(`${booking.external_id} is confirmed.`);
              onClose();
            },
          },
        )
      }
    >
      <p>
        <strong>{booking.external_id}</strong> gets a seat now, if enough are free.
        {overtakes &&
          " Those who came earlier go on waiting; that they were overtaken is recorded."}
      </p>
    </ConfirmDialog>
  );
}
