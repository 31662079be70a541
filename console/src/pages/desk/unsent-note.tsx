import { t } from "../../language/t.ts";
import { Button } from "../../kit/button.tsx";
import type { Desk } from "./desk.ts";
import type { DeskState } from "./desk-state.ts";
import { OthersNote } from "./others-note.tsx";
import { outcomeWords, type DeskClock } from "./outcome.ts";

/** Counts the scans that are not recorded, and lists those that the service refused when they were sent. */
export function UnsentNote({
  desk,
  state: { unsent, conflicts },
  clock,
}: {
  readonly desk: Desk;
  readonly state: DeskState;
  readonly clock: DeskClock;
}) {
  return (
    <>
      {unsent > 0 && (
        <div className="note" data-tone="amber">
          <strong>
            {t("{count, plural, one {# scan is} other {# scans are}} not yet recorded.", {
              count: unsent,
            })}
          </strong>
          <p>
            {t("This browser keeps them and sends them in their order once the service answers.")}
          </p>
          <div className="row">
            <Button onClick={desk.retryNow}>{t("Send now")}</Button>
          </div>
        </div>
      )}
      <OthersNote />
      {conflicts.length > 0 && (
        <div className="note" data-tone="danger" role="alert">
          <strong>
            {t(
              "{count, plural, one {# scan was} other {# scans were}} not checked in when the service answered again:",
              { count: conflicts.length },
            )}
          </strong>
          <ul className="desk-conflicts">
            {conflicts.map(({ serial, outcome }) => {
              const { title, detail } = outcomeWords(outcome, clock);
              return <li key={serial}>{t("{what}: {said}", { what: title, said: detail })}</li>;
            })}
          </ul>
          <div className="row">
            <Button onClick={desk.dismissConflicts}>{t("Seen")}</Button>
          </div>
        </div>
      )}
    </>
  );
}
