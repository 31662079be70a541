import { parseInstant } from "../../src/domain/instant.ts";
import { query } from "../../test/harness/query.ts";
import { remindedKey, reminderMinutes } from "./clock-actors.ts";

/** An event of a history, with what the booking was after it. */
interface Step {
  readonly kind: string;
  readonly at: number;
  readonly isConfirmed: boolean;
  readonly start: number;
  readonly details: any;
}

/** CONFIRMED for one start. Its events stand in the history's order, which is that of the locks and not of the clocks. */
interface Stay {
  readonly start: number;
  readonly from: number;
  readonly events: Step[];
  /** Whether the booking still is. */
  isOpen: boolean;
}

const momentOf = ({ start }: Pick<Stay, "start">) => start - reminderMinutes * 60_000;

/**
 * Compares the reminders with the histories: a booking that was CONFIRMED for a start at the moment and still is has one,
 * one that came afterwards has none, and none has two of one start.
 */
export function reminderBreaches(databaseUrl: string, now: number): string[] {
  return [...readHistories(databaseUrl)].flatMap(([booking, steps]) => {
    const stays = staysOf(steps);
    const told = steps.filter(({ kind }) => kind === "reminder-due");
    const startsTold = told.map(({ details }) => parseInstant(details.slot_starting_at) ?? 0);
    return [
      ...stays
        .filter((stay) => isOwed(stay, now) && !startsTold.includes(stay.start))
        .map(({ start }) => `${booking} was not reminded of ${new Date(start).toISOString()}`),
      ...told
        .filter((event) => !stays.some((stay) => mayBeTold(stay, event)))
        .map(
          ({ at }) => `${booking} was reminded at ${at}, where it was not to be: ${tell(steps)}`,
        ),
      ...(new Set(startsTold).size < startsTold.length
        ? [`${booking} was reminded twice of one start`]
        : []),
    ];
  });
}

/** How many reminders are owed and not told. */
export function countOwed(databaseUrl: string, now: number): number {
  return reminderBreaches(databaseUrl, now).filter((breach) => breach.includes("not reminded"))
    .length;
}

/** A history in a line. */
function tell(steps: readonly Step[]): string {
  return steps
    .map(({ kind, at, isConfirmed, start }) => {
      const seconds = (momentOf({ start }) - at) / 1_000;
      return `${kind} ${seconds} s before the moment${isConfirmed ? "" : ", not CONFIRMED"}`;
    })
    .join("; ");
}

function isOwed(stay: Stay, now: number): boolean {
  const moment = momentOf(stay);
  return stay.isOpen && stay.from <= moment && moment <= now;
}

function mayBeTold(stay: Stay, event: Step): boolean {
  const isMeant = parseInstant(event.details.slot_starting_at) === stay.start;
  const moment = momentOf(stay);
  const isThen = stay.from <= moment && moment <= event.at && event.at < stay.start;
  return isMeant && isThen && stay.events.includes(event);
}

function staysOf(steps: readonly Step[]): Stay[] {
  const stays: Stay[] = [];
  let open: Stay | null = null;
  for (const step of steps) {
    if (open !== null && (!step.isConfirmed || open.start !== step.start)) {
      open.isOpen = false;
      open = null;
    }
    if (open === null && step.isConfirmed) {
      open = { start: step.start, from: step.at, events: [], isOpen: true };
      stays.push(open);
    }
    open?.events.push(step);
  }
  return stays;
}

function readHistories(databaseUrl: string): Map<string, Step[]> {
  const rows = query(
    databaseUrl,
    `select event.booking_id, event.kind, event.booking_status, event.recorded_at, event.details,
       booking.slot_starting_at
     from booking_event as event
     join booking on booking.account_id = event.account_id and booking.id = event.booking_id
     join interaction on interaction.account_id = booking.account_id
       and interaction.number = booking.interaction_number
     where interaction.public_key = '${remindedKey}'
     order by event.booking_id, event.number`,
  );
  const byBooking = Map.groupBy(rows, (row) => String(row["booking_id"]));
  return new Map(Array.from(byBooking, ([booking, own]) => [booking, stepsOf(own)]));
}

/** The booking says its last start, each move the one before. */
function stepsOf(rows: readonly Record<string, unknown>[]): Step[] {
  let start = Number(rows.at(-1)?.["slot_starting_at"]);
  return rows
    .toReversed()
    .map((row) => {
      const details = JSON.parse(typeof row["details"] === "string" ? row["details"] : "{}");
      const step: Step = {
        kind: String(row["kind"]),
        at: Number(row["recorded_at"]),
        isConfirmed: row["booking_status"] === "CONFIRMED",
        start,
        details,
      };
      const { from } = details.moved ?? details;
      start = parseInstant(from?.slot_starting_at ?? "") ?? start;
      return step;
    })
    .toReversed();
}
