import { useMemo, useState } from "react";
import type { Booking } from "../../api/operations.ts";
import { sortForDesk } from "./count-people.ts";
import { matches, readScan, readTicketNumbers } from "./scanned-code.ts";
import { namesOf } from "./who.ts";

/** The rows that match the box's text, and the one that the arrow keys have chosen. */
export function useChoice(bookings: readonly Booking[], isAsked: boolean) {
  // The text of the box when the typing last paused.
  const [late, setLate] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const sorted = useMemo(() => sortForDesk(bookings), [bookings]);
  const shown = useMemo(() => whoMatches(sorted, late, isAsked), [sorted, late, isAsked]);
  const move = (step: 1 | -1, text: string) => {
    // The list lags behind the typing, so the choice is made from the list for the present text.
    const rows = whoMatches(sorted, text, isAsked);
    setLate(text);
    const at = rows.findIndex(({ booking }) => booking === chosen);
    const next = rows[at === -1 && step === -1 ? rows.length - 1 : at + step];
    setChosen(next?.booking ?? null);
    if (next !== undefined) {
      document.getElementById(`row-${next.booking}`)?.scrollIntoView({ block: "nearest" });
    }
  };
  return { late, setLate, chosen, setChosen, shown, move };
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
