import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { HeadCount } from "./count-people.ts";

/** Shows how many of the expected attendees are checked in. */
export function HeadCounter({
  people,
}: {
  /** Null while it is not known. */
  readonly people: HeadCount | null;
}) {
  const { expected, here } = people ?? { expected: 0, here: 0 };
  const share = expected === 0 ? 0 : (here / expected) * 100;
  return (
    <div className="desk-count" role="group" aria-label={t("Arrived")}>
      <p className="num">
        {people === null ? (
          t("Counting…")
        ) : (
          <Trans
            id="{here} of {expected} arrived"
            values={{ here: <strong>{here}</strong>, expected }}
          />
        )}
      </p>
      <div className="desk-bar" aria-hidden="true">
        <div style={{ width: `${share}%` }} />
      </div>
      {/* The line keeps its place while it is not known. */}
      <p className="soft num">{people === null ? "\u00A0" : toComeWords(people)}</p>
    </div>
  );
}

function toComeWords({ expected, here, waiting }: HeadCount): string {
  const toCome = expected - here;
  return waiting === 0
    ? t("{toCome} to come", { toCome })
    : t("{toCome} to come, {waiting} on the waitlist", { toCome, waiting });
}
