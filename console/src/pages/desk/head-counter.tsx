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
  const { expected, here, waiting } = people ?? { expected: 0, here: 0, waiting: 0 };
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
      <p className="soft num">
        {waiting === 0
          ? t("{toCome} to come", { toCome: expected - here })
          : t("{toCome} to come, {waiting} on the waitlist", { toCome: expected - here, waiting })}
      </p>
    </div>
  );
}
