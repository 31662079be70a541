import { lazy, Suspense } from "react";
import { t } from "../../language/t.ts";
import { useApiQuery } from "../../api/queries.ts";
import type { Operations, Slot } from "../../api/operations.ts";
import { Shown } from "../../kit/states.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { arrivalSteps } from "./arrival-steps.ts";
import { namedSlot } from "./named-slot.ts";
import { useAccount } from "../../shell/account.ts";

const ArrivalPlot = lazy(() => import("./arrival-plot.tsx"));

/** The arrivals over time: a step up for each check-in. */
export function Arrivals({ slot }: { readonly slot: Slot }) {
  const arrivals = useApiQuery("showArrivals", namedSlot(useAccount(), slot), { everyMs: 10_000 });
  return (
    <section className="card" aria-label={t("Arrivals")}>
      <div className="card-header">
        <h2>{t("Arrivals")}</h2>
        <span className="num">{arrivals.data !== undefined && countWords(arrivals.data.body)}</span>
      </div>
      <Shown of={arrivals} what={t("arrivals")}>
        {({ body }) =>
          body.arrived === 0 ? (
            <p className="soft">{t("Nobody has checked in yet.")}</p>
          ) : (
            <Plotted slot={slot} arrivals={body} />
          )
        }
      </Shown>
    </section>
  );
}

type Told = Operations["showArrivals"]["answer"];

function countWords({ arrived, expected }: Told): string {
  return t("{arrived} of {expected} have checked in", { arrived, expected });
}

function Plotted({
  slot: { timezone: zone, starting_at: start },
  arrivals,
}: {
  readonly slot: Slot;
  readonly arrivals: Told;
}) {
  const { check_ins: checkIns, expected } = arrivals;
  const timeOf = (instant = start) => instantWords(instant, zone, "time");
  const words = t("{count}, the first at {first}, the last at {last}.", {
    count: countWords(arrivals),
    first: timeOf(checkIns[0]),
    last: timeOf(checkIns.at(-1)),
  });
  return (
    <div role="img" aria-label={words}>
      <Suspense fallback={<div className="arrivals-plot" />}>
        <ArrivalPlot
          steps={arrivalSteps(checkIns)}
          expected={expected}
          start={Date.parse(start) / 1000}
          zone={zone}
        />
      </Suspense>
    </div>
  );
}
