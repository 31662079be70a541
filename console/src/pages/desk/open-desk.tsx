import { useEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { CheckField } from "../../kit/field.tsx";
import { useRemembered } from "../../kit/remembered.ts";
import { Empty, Shown } from "../../kit/states.tsx";
import { wordsOf } from "../../kit/words-of.ts";
import { countPeople, sortForDesk } from "./count-people.ts";
import { namesOf } from "./who.ts";
import { CameraView } from "./camera-view.tsx";
import { ScopeBar, type useDeskScope } from "./scope-bar.tsx";
import { ExpectedList } from "./expected-list.tsx";
import { HeadCounter } from "./head-counter.tsx";
import type { DeskScope } from "./decide-entry.ts";
import { outcomeWords } from "./outcome.ts";
import { OutcomePanel } from "./outcome-panel.tsx";
import { matches, readScan, readTicketNumbers } from "./scanned-code.ts";
import { OutcomeActions } from "./outcome-actions.tsx";
import { ScanLines } from "./scan-lines.tsx";
import { UnsentNote } from "./unsent-note.tsx";
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
  // The text of the box when the typing last paused.
  const [late, setLate] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [whole, setWhole] = useRemembered("desk-whole-parties");
  const [sound, setSound] = useRemembered("desk-sound");
  const [camera, setCamera] = useState(false);
  const submittedAt = useRef(0);
  const { asked, see } = useExpected(scope);
  const bookings = asked.data?.bookings ?? [];
  useKeptDay(scope);
  const { desk, state } = useDesk({
    scope: () => scope,
    expected: () => bookings,
    mayCheckIn,
    wholeParties: () => whole === "yes",
    placeOf: ({ interaction, activity, host }) =>
      [
        interaction === scope.interaction
          ? names.activity(activity)
          : `${interaction}, ${activity}`,
        ...(host === undefined ? [] : [names.host(activity, host)]),
      ].join(", "),
    onSeen: see,
  });
  const [newest] = state.scans;
  const clock = { zone, now: Date.now() };
  const sorted = useMemo(() => sortForDesk(bookings), [bookings]);
  const isAsked = state.asked !== null;
  const matching = (typed: string) => whoMatches(sorted, typed, isAsked);
  const shown = useMemo(() => whoMatches(sorted, late, isAsked), [sorted, late, isAsked]);

  const toBox = () => box.current?.focus();
  useEffect(() => {
    if (sound === "on" && newest !== undefined) play(outcomeWords(newest.outcome, clock).tone);
    // The sound plays once for each outcome, whatever else changes.
  }, [newest?.serial, newest?.outcome.kind]);
  useKeysToBox(box, {
    undo: () => {
      if (mayCheckIn) desk.undoLast();
    },
    anyway: () => {
      if (mayCheckIn && newest?.outcome.kind === "elsewhere") {
        desk.admit(newest.outcome.booking, null);
      }
    },
  });

  const submit = (text: string): boolean => {
    const isEmpty = text.trim() === "" && chosen === null;
    if (isEmpty && performance.now() - submittedAt.current < echoMs) return true;
    submittedAt.current = performance.now();
    setChosen(null);
    return desk.submit(text, chosen);
  };
  const move = (step: 1 | -1, text: string) => {
    // The list lags behind the typing, so the choice is made from the list for the present text.
    const rows = matching(text);
    setLate(text);
    const at = rows.findIndex(({ booking }) => booking === chosen);
    const next = rows[at === -1 && step === -1 ? rows.length - 1 : at + step];
    setChosen(next?.booking ?? null);
    if (next !== undefined) {
      document.getElementById(`row-${next.booking}`)?.scrollIntoView({ block: "nearest" });
    }
  };
  /** A click on a button returns the focus to the box; selects, fields and links keep the focus. */
  const back = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("select, input, a, summary") === null) toBox();
  };
  const chosenBooking = shown.find(({ booking }) => booking === chosen);
  const people = countPeople(bookings);

  return (
    <div className="desk" onClick={back}>
      <ScopeBar scopeChoice={scopeChoice} onDone={toBox} />
      <div className="desk-columns">
        <div className="desk-main">
          <div className="desk-top">
            <ScanBox
              ref={box}
              label={mayCheckIn ? t("Scan a ticket, or type a name") : t("Look somebody up")}
              hint={
                chosenBooking !== undefined
                  ? t("Enter: {name}", {
                      name: namesOf(chosenBooking)[1] ?? chosenBooking.external_id,
                    })
                  : t(
                      "Arrow keys choose from the list, Enter checks in, Ctrl+Z takes the last one back.",
                    )
              }
              onType={() => setChosen(null)}
              onRest={setLate}
              onEnter={submit}
              onMove={move}
            />
            <HeadCounter people={people} />
          </div>
          {camera && <CameraView onCode={(code) => void submit(code)} />}
          <OutcomePanel
            newest={newest}
            clock={clock}
            idle={mayCheckIn ? t("Ready for the first ticket") : t("Ready to look somebody up")}
          >
            <OutcomeActions desk={desk} state={state} mayCheckIn={mayCheckIn} />
          </OutcomePanel>
          {asked.data !== undefined && (asked.isError || asked.fetchStatus === "paused") && (
            <p className="note" data-tone="danger" role="alert">
              {t(
                "No connection since {when}. The list is as it was then. Go on scanning: this browser keeps the scans.",
                { when: wordsOf(new Date(asked.dataUpdatedAt).toISOString(), zone, "time") },
              )}
            </p>
          )}
          <UnsentNote desk={desk} state={state} clock={clock} />
          <ScanLines scans={state.scans} clock={clock} />
          <div className="row desk-settings">
            <CheckField
              label={t("Sound")}
              checked={sound === "on"}
              onChange={({ target }) => {
                setSound(target.checked ? "on" : "off");
                if (target.checked) play("good");
                toBox();
              }}
            />
            <CheckField
              label={t("Scan with the camera")}
              checked={camera}
              onChange={({ target }) => {
                setCamera(target.checked);
                toBox();
              }}
            />
            {mayCheckIn && (
              <CheckField
                label={t("Check in whole parties without asking")}
                checked={whole === "yes"}
                onChange={({ target }) => {
                  setWhole(target.checked ? "yes" : "no");
                  toBox();
                }}
              />
            )}
          </div>
        </div>
        <section className="desk-people" aria-labelledby="desk-people-title">
          <h2 id="desk-people-title">
            {late.trim() === "" ? t("Expected here") : t("Who matches")}
          </h2>
          <Shown of={asked} what={t("who is expected")}>
            {({ cut }) => (
              <>
                {cut && (
                  <p className="note" data-tone="amber">
                    {t(
                      "This is a day with very many bookings: choose a slot to see all of its people. Scanning works for everybody.",
                    )}
                  </p>
                )}
                {shown.length === 0 ? (
                  <Empty
                    title={bookings.length === 0 ? t("Nobody is expected") : t("Nobody matches")}
                  >
                    {bookings.length === 0
                      ? t("There are no bookings for this choice: look at campaign, day and slot.")
                      : t("Enter looks for this external id on other days as well.")}
                  </Empty>
                ) : (
                  <ExpectedList
                    bookings={shown}
                    names={names}
                    zone={zone}
                    withSlot={scope.slot === null}
                    chosen={chosen}
                    onAdmit={mayCheckIn ? desk.admit : null}
                    onTakeBack={mayCheckIn ? desk.takeBack : null}
                  />
                )}
              </>
            )}
          </Shown>
        </section>
      </div>
    </div>
  );
}

/** Filters the list by the typed text; a code or ticket numbers do not filter it. */
function whoMatches(
  sorted: readonly Booking[],
  typed: string,
  isAsked: boolean,
): readonly Booking[] {
  const code = readScan(typed);
  const isNumbers = isAsked && readTicketNumbers(typed, allNumbers) !== null;
  return code.kind !== "words" || isNumbers
    ? sorted
    : sorted.filter((booking) => matches(code.text, namesOf(booking)));
}

const allNumbers = Array.from({ length: 1000 }, (_, index) => index + 1);
