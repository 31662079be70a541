import { lazy, Suspense } from "react";
import type { Booking, Slot } from "../../api/operations.ts";
import { wordsOf } from "../../kit/when.tsx";
import { arrivalSteps } from "./arrival-steps.ts";

const ArrivalPlot = lazy(() => import("./arrival-plot.tsx"));

/** Who has come, over time: a step up for each check-in. */
export function Arrivals({
  slot: { timezone: zone, starting_at: start },
  bookings,
}: {
  readonly slot: Slot;
  readonly bookings: readonly Booking[];
}) {
  const steps = arrivalSteps(bookings);
  const { at, arrived, expected } = steps;
  const count = arrived.at(-1) ?? 0;
  const timeOf = (second: number | undefined) =>
    wordsOf(new Date((second ?? 0) * 1000).toISOString(), zone, "time");
  const words = `${count} of ${expected} have checked in`;
  return (
    <section className="card" aria-label="Arrivals">
      <div className="card-header">
        <h2>Arrivals</h2>
        <span className="num">{words}</span>
      </div>
      {count === 0 ? (
        <p className="soft">Nobody has checked in yet.</p>
      ) : (
        <div
          role="img"
          aria-label={`${words}, the first at ${timeOf(at[0])}, the last at ${timeOf(at.at(-1))}.`}
        >
          <Suspense fallback={<div className="arrivals-plot" />}>
            <ArrivalPlot steps={steps} start={Date.parse(start) / 1000} zone={zone} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
