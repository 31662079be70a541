import type { DeskState } from "./desk.ts";
import { outcomeWords, type DoorClock } from "./outcome.ts";
import { Symbol } from "./symbol.tsx";

const shownMax = 5;

/** The outcomes before the last one, for whoever looked away. */
export function Before({
  outcomes,
  clock,
}: {
  readonly outcomes: DeskState["outcomes"];
  readonly clock: DoorClock;
}) {
  if (outcomes.length === 0) return null;
  return (
    <section aria-label="Before">
      <ol className="desk-before">
        {outcomes.slice(0, shownMax).map(({ serial, outcome }) => {
          const { tone, symbol, title, detail } = outcomeWords(outcome, clock);
          return (
            <li key={serial} data-tone={tone}>
              <Symbol of={symbol} />
              <span>
                <strong>{title}</strong> <span className="soft">{detail}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
