import { t } from "../../language/t.ts";
import { Button } from "../../kit/button.tsx";
import type { Desk } from "./desk.ts";
import type { DeskState } from "./desk-state.ts";
import { liveTickets } from "./decide-entry.ts";

/** The actions on the newest scan; each has a key as well. */
export function OutcomeActions({
  desk,
  state: { scans, asked, canUndo },
  mayCheckIn,
}: {
  readonly desk: Desk;
  readonly state: DeskState;
  readonly mayCheckIn: boolean;
}) {
  const outcome = scans[0]?.outcome;
  return (
    <>
      {asked !== null && (
        <>
          <Button tone="primary" onClick={() => desk.admit(asked.booking, null)}>
            {t("Everybody")}
          </Button>
          {liveTickets(asked)
            .filter(({ attendee }) => attendee.checked_in_at === null)
            .map(({ number, attendee }) => (
              <Button key={number} onClick={() => desk.admit(asked.booking, [number])}>
                {number} {attendee.display_name ?? t("no name")}
              </Button>
            ))}
        </>
      )}
      {mayCheckIn && outcome?.kind === "elsewhere" && (
        <Button onClick={() => desk.admit(outcome.booking, null)}>
          {t("Check in anyway")} <Key>{t("Ctrl+Enter")}</Key>
        </Button>
      )}
      {mayCheckIn && (
        <Button disabled={!canUndo} onClick={desk.undoLast}>
          {t("Undo the last")} <Key>{t("Ctrl+Z")}</Key>
        </Button>
      )}
    </>
  );
}

/** A key's name, which a style hides on touch screens. */
function Key({ children }: { readonly children: string }) {
  return <kbd className="desk-key">{children}</kbd>;
}
