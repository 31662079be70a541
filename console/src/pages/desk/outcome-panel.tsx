import type { ReactNode } from "react";
import { outcomeWords, type DoorClock, type Outcome } from "./outcome.ts";
import { Symbol } from "./symbol.tsx";

/** The last outcome, large, read out as it comes; what can be done about it stands below. */
export function OutcomePanel({
  last,
  clock,
  idle,
  children,
}: {
  readonly last: { readonly serial: number; readonly outcome: Outcome } | undefined;
  readonly clock: DoorClock;
  /** What stands here before the first scan. */
  readonly idle: string;
  readonly children: ReactNode;
}) {
  const words = last === undefined ? null : outcomeWords(last.outcome, clock);
  return (
    <section className="desk-outcome" data-tone={words?.tone ?? "idle"} aria-label="Outcome">
      <div role="status" aria-live="assertive" aria-atomic="true">
        {words === null || last === undefined ? (
          <p className="desk-outcome-idle">{idle}</p>
        ) : (
          // A new one each time, so that the same words twice are read twice.
          <div key={last.serial} className="desk-outcome-words">
            <Symbol of={words.symbol} />
            <div>
              <p className="desk-outcome-title">{words.title}</p>
              <p className="desk-outcome-detail">{words.detail}</p>
            </div>
          </div>
        )}
      </div>
      <div className="desk-outcome-actions">{children}</div>
    </section>
  );
}
