import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import type { Scan } from "./scan.ts";
import { outcomeWords, type DeskClock } from "./outcome.ts";
import { Symbol } from "./symbol.tsx";

/**
 * The newest scan, large, with its actions below. A screen reader reads its outcome. The panel is grey
 * until the response, because the outcome before it was another person's.
 */
export function OutcomePanel({
  newest,
  clock,
  idle,
  children,
}: {
  readonly newest: Scan | undefined;
  readonly clock: DeskClock;
  /** The text before the first scan. */
  readonly idle: string;
  readonly children: ReactNode;
}) {
  const words = newest === undefined ? null : outcomeWords(newest.outcome, clock);
  return (
    <section className="desk-outcome" data-tone={words?.tone ?? "idle"} aria-label={t("Outcome")}>
      <div role="status" aria-live="assertive" aria-atomic="true">
        {words === null || newest === undefined ? (
          <p className="desk-outcome-idle">{idle}</p>
        ) : (
          // Each scan has a new element, so that a screen reader reads the same words again.
          <div key={newest.serial} className="desk-outcome-words">
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
