import { Button } from "../../kit/button.tsx";
import type { Desk, DeskState } from "./desk.ts";
import { liveTickets } from "./judge.ts";

/** What can be done about the last outcome; each has a key as well. */
export function OutcomeActions({
  desk,
  state: { outcomes, asked, canUndo },
  mayCheckIn,
}: {
  readonly desk: Desk;
  readonly state: DeskState;
  readonly mayCheckIn: boolean;
}) {
  const outcome = outcomes[0]?.outcome;
  return (
    <>
      {asked !== null && (
        <>
          <Button tone="primary" onClick={() => void desk.admit(asked.booking, null)}>
            Everybody
          </Button>
          {liveTickets(asked)
            .filter(({ attendee }) => attendee.checked_in_at === null)
            .map(({ number, attendee }) => (
              <Button key={number} onClick={() => void desk.admit(asked.booking, [number])}>
                {number} {attendee.display_name ?? "no name"}
              </Button>
            ))}
        </>
      )}
      {mayCheckIn && outcome?.kind === "elsewhere" && (
        <Button onClick={() => void desk.admit(outcome.booking, null)}>
          Check in anyway <Key>Ctrl+Enter</Key>
        </Button>
      )}
      {outcome?.kind === "no-answer" && (
        <Button onClick={() => void desk.submit("")}>
          Try again <Key>Enter</Key>
        </Button>
      )}
      {mayCheckIn && (
        <Button disabled={!canUndo} onClick={() => void desk.undoLast()}>
          Undo the last <Key>Ctrl+Z</Key>
        </Button>
      )}
    </>
  );
}

/** Not shown where there is only a touch screen. */
function Key({ children }: { readonly children: string }) {
  return <kbd className="desk-key">{children}</kbd>;
}
