import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../../kit/button.tsx";
import type { Scan } from "./scan.ts";
import { clockWords, outcomeWords, type DeskClock } from "./outcome.ts";
import { Symbol } from "./symbol.tsx";

const shownMax = 8;

/** Every scan, newest first, each with its own outcome; scans without an answer are always shown. */
export function ScanLines({
  scans,
  clock,
}: {
  readonly scans: readonly Scan[];
  readonly clock: DeskClock;
}) {
  const [all, setAll] = useState(false);
  if (scans.length === 0) return null;
  const shown = scans.filter(
    ({ outcome: { kind } }, at) =>
      all || at < shownMax || kind === "waiting" || kind === "unsent" || kind === "regretted",
  );
  return (
    <section aria-label={t("Scans")}>
      <ol className="desk-scans" aria-label={t("Scans")}>
        {shown.map(({ serial, outcome, at }) => {
          const { tone, symbol, title, detail } = outcomeWords(outcome, clock);
          return (
            <li key={serial} data-tone={tone}>
              <Symbol of={symbol} />
              <span>
                <strong>{title}</strong> <span className="soft">{detail}</span>
              </span>
              <time className="soft num" dateTime={new Date(at).toISOString()}>
                {clockWords(at, clock)}
              </time>
            </li>
          );
        })}
      </ol>
      {scans.length > shownMax && (
        <Button tone="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("Only the newest") : t("All {length} scans", { length: scans.length })}
        </Button>
      )}
    </section>
  );
}
