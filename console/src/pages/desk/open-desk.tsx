import { useEffect, useRef, useState, type MouseEvent, type RefObject } from "react";
import { t } from "../../language/t.ts";
import type { Names } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { countPeople } from "./count-people.ts";
import { namesOf } from "./who.ts";
import { CameraView } from "./camera-view.tsx";
import { ScopeBar, type useDeskScope } from "./scope-bar.tsx";
import type { Desk } from "./desk.ts";
import { DeskSettings, useDeskSettings } from "./desk-settings.tsx";
import { HeadCounter } from "./head-counter.tsx";
import type { DeskScope } from "./decide-entry.ts";
import { outcomeWords, type DeskClock } from "./outcome.ts";
import { NameDialog } from "./name-dialog.tsx";
import { OutcomePanel } from "./outcome-panel.tsx";
import { OutcomeActions } from "./outcome-actions.tsx";
import { ConnectionNote, People } from "./people.tsx";
import type { Scan } from "./scan.ts";
import { ScanLines } from "./scan-lines.tsx";
import { UnsentNote } from "./unsent-note.tsx";
import { useChoice } from "./use-choice.ts";
import { useKeptDay } from "./use-kept-day.ts";
import { useKeysToBox } from "./use-keys-to-box.ts";
import { ScanBox } from "./scan-box.tsx";
import { play } from "./sound.ts";
import { useDesk } from "./use-desk.ts";
import { useExpected } from "./use-expected.ts";

/** A scanner may end a code with two characters that are each an Enter; the second is ignored. */
const echoMs = 400;

/** The desk for one scope. */
export function OpenDesk({
  scopeChoice,
  scope,
  mayCheckIn,
}: {
  readonly scopeChoice: ReturnType<typeof useDeskScope>;
  readonly scope: DeskScope;
  readonly mayCheckIn: boolean;
}) {
  const { names, zone } = scopeChoice;
  const box = useRef<HTMLInputElement>(null);
  const toBox = () => box.current?.focus();
  const settings = useDeskSettings();
  const { asked, see } = useExpected(scope);
  const naming = useNaming(see);
  const bookings = asked.data?.bookings ?? [];
  useKeptDay(scope);
  const { desk, state } = useDesk({
    scope: () => scope,
    expected: () => bookings,
    mayCheckIn,
    wholeParties: () => settings.whole === "yes",
    placeOf: (booking) => placeOf(booking, scope, names),
    onSeen: see,
  });
  const [newest] = state.scans;
  const clock = { zone, now: Date.now() };
  const choice = useChoice(bookings, state.asked !== null);
  const submit = useSubmit(desk, choice);
  useSound(settings.sound === "on", newest, clock);
  useKeysToBox(box, mayCheckIn ? keysOf(desk, newest) : noKeys);
  return (
    <>
      <div className="desk" onClick={(event) => returnsFocus(event) && toBox()}>
        <ScopeBar scopeChoice={scopeChoice} onDone={toBox} />
        <div className="desk-columns">
          <div className="desk-main">
            <div className="desk-top">
              <ChoosingBox box={box} choice={choice} mayCheckIn={mayCheckIn} onEnter={submit} />
              <HeadCounter people={asked.data === undefined ? null : countPeople(bookings)} />
            </div>
            {settings.camera && <CameraView onCode={(code) => void submit(code)} />}
            <OutcomePanel newest={newest} clock={clock} idle={idleWords(mayCheckIn)}>
              <OutcomeActions desk={desk} state={state} mayCheckIn={mayCheckIn} />
            </OutcomePanel>
            <ConnectionNote asked={asked} zone={zone} />
            <UnsentNote desk={desk} state={state} clock={clock} />
            <ScanLines scans={state.scans} clock={clock} />
            <DeskSettings settings={settings} mayCheckIn={mayCheckIn} onDone={toBox} />
          </div>
          <People
            asked={asked}
            bookings={choice.shown}
            isSearch={choice.late.trim() !== ""}
            names={names}
            zone={zone}
            withSlot={scope.slot === null}
            chosen={choice.chosen}
            desk={mayCheckIn ? desk : null}
            asksFirst={scope.isAnotherDay === true}
            onName={naming.open}
          />
        </div>
      </div>
      {naming.dialog}
    </>
  );
}

function idleWords(mayCheckIn: boolean): string {
  return mayCheckIn ? t("Ready for the first ticket") : t("Ready to look somebody up");
}

function ChoosingBox({
  box,
  choice: { shown, chosen, setChosen, setLate, move },
  mayCheckIn,
  onEnter,
}: {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly choice: ReturnType<typeof useChoice>;
  readonly mayCheckIn: boolean;
  readonly onEnter: (text: string) => boolean;
}) {
  return (
    <ScanBox
      ref={box}
      label={mayCheckIn ? t("Scan a ticket, or type a name") : t("Look somebody up")}
      hint={hintOf(shown.find(({ booking }) => booking === chosen))}
      onType={() => setChosen(null)}
      onRest={setLate}
      onEnter={onEnter}
      onMove={move}
    />
  );
}

/** The dialog that puts names right; it stands beside the desk, whose clicks give the box the focus. */
function useNaming(see: (booking: Booking) => void) {
  const [named, setNamed] = useState<Booking | null>(null);
  const dialog = named !== null && (
    <NameDialog booking={named} onSeen={see} onClose={() => setNamed(null)} />
  );
  return { open: setNamed, dialog };
}

/** The handler of a text in the box; false where the box keeps the text. */
function useSubmit(desk: Desk, { chosen, setChosen }: ReturnType<typeof useChoice>) {
  const submittedAt = useRef(0);
  return (text: string): boolean => {
    const isEmpty = text.trim() === "" && chosen === null;
    if (isEmpty && performance.now() - submittedAt.current < echoMs) return true;
    submittedAt.current = performance.now();
    setChosen(null);
    return desk.submit(text, chosen);
  };
}

const noKeys = { undo: () => {}, anyway: () => {} };

function keysOf(desk: Desk, newest: Scan | undefined) {
  return {
    undo: desk.undoLast,
    anyway: () => {
      if (newest?.outcome.kind === "elsewhere") desk.admit(newest.outcome.booking, null);
    },
  };
}

function useSound(isOn: boolean, newest: Scan | undefined, clock: DeskClock): void {
  useEffect(() => {
    if (isOn && newest !== undefined) play(outcomeWords(newest.outcome, clock).tone);
    // The sound plays once for each outcome, whatever else changes.
  }, [newest?.serial, newest?.outcome.kind]);
}

/** A click on a button returns the focus to the box; selects, fields, links and what opens a dialog keep the focus. */
function returnsFocus({ target }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    target.closest("select, input, a, summary, [aria-haspopup]") === null
  );
}

function hintOf(chosen: Booking | undefined): string {
  return chosen === undefined
    ? t("Arrow keys choose from the list, Enter checks in, Ctrl+Z takes the last one back.")
    : t("Enter: {name}", { name: namesOf(chosen)[1] ?? chosen.external_id });
}

function placeOf({ interaction, activity, host }: Booking, scope: DeskScope, names: Names): string {
  return [
    interaction === scope.interaction ? names.activity(activity) : `${interaction}, ${activity}`,
    ...(host === undefined ? [] : [names.host(activity, host)]),
  ].join(", ");
}
