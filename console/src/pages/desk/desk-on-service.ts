import type { Booking } from "../../api/operations.ts";
import { ProblemError, UnreachableError } from "../../api/problem.ts";
import { scope } from "./desk-fixtures.ts";
import { openDesk } from "./desk.ts";
import type { CheckInChange, DeskApi } from "./desk-api.ts";
import type { QueuedRequest } from "./queued-request.ts";

const at = "2026-05-04T10:00:00Z";
const opened: (() => void)[] = [];

/** Closes the desks, because a desk with unsent requests retries for ever. */
export function closeDesks(): void {
  for (const close of opened.splice(0)) close();
}

/** A desk on a service in memory that writes history and remembers idempotency keys as the real one does. */
export function deskOn(bookings: readonly Booking[], more: { readonly mayCheckIn?: boolean } = {}) {
  const kept = new Map(bookings.map((each) => [each.booking, each]));
  const listed = bookings.filter(({ slot_starting_at: start }) => start.startsWith("2026-05-04"));
  const requests: string[] = [];
  const keys = new Set<string>();
  const line: Line = { state: "up", held: null };
  const memory = new Map<string, QueuedRequest>();

  const answer = <T>(what: string, work: () => T): Promise<T> => {
    requests.push(what);
    return overLine(line, work);
  };

  const change = ({ operation, booking, ticket, key }: CheckInChange): Booking => {
    const found = kept.get(booking);
    if (found === undefined) throw refusal(404, "unknown-booking");
    if (keys.has(`${key} ${ticket}`)) return found;
    keys.add(`${key} ${ticket}`);
    if (found.booking_status !== "CONFIRMED") throw refusal(409, "not-confirmed");
    const next = changed(found, { operation, booking, ticket, key });
    kept.set(booking, next);
    return next;
  };

  const api: DeskApi = {
    show: (booking) => answer(`show ${booking.charAt(0)}`, () => kept.get(booking) ?? null),
    ofContact: (externalId) =>
      answer(`find ${externalId}`, () =>
        [...kept.values()].filter(({ external_id }) => external_id === externalId),
      ),
    whyWaiting: (booking) => answer(`why ${booking.charAt(0)}`, () => "It is number 1."),
    change: (asked) => {
      const way = asked.operation === "checkIn" ? "in" : "out";
      return answer(`${way} ${asked.booking.charAt(0)} ${asked.ticket}`, () => change(asked));
    },
  };
  let made = 0;
  const parts = {
    api,
    memory: {
      load: async () => [...memory.values()],
      keep: (request: QueuedRequest) => void memory.set(request.key, { ...request }),
      forget: (key: string) => void memory.delete(key),
    },
    scope: () => scope,
    expected: () => listed,
    mayCheckIn: more.mayCheckIn ?? true,
    wholeParties: () => false,
    placeOf: () => "Tasting",
    newKey: () => `request-${(made += 1)}`,
    now: () => Date.parse(at) + made,
    onSeen: () => {},
    retryMs: 5,
  };
  return {
    requests,
    line,
    kept,
    memory,
    /** Makes a change from another desk. */
    change: (asked: CheckInChange) => change(asked),
    /** Loads the page, the first time or again. */
    load: () => {
      const desk = openDesk(parts);
      const lines = () => desk.state().scans.map(({ outcome }) => outcome.kind);
      const close = desk.open();
      opened.push(close);
      return { desk, lines, close };
    },
  };
}

interface Line {
  /** `lost`: the service records the changes, and their responses are lost. */
  state: "up" | "down" | "lost";
  held: Promise<void> | null;
}

async function overLine<T>(line: Line, work: () => T): Promise<T> {
  const { held } = line;
  if (line.state === "down") throw new UnreachableError("No connection.");
  const done = work();
  if (held !== null) await held;
  if (line.state === "lost") throw new UnreachableError("No answer.");
  return done;
}

function changed(found: Booking, { operation, ticket, key }: CheckInChange): Booking {
  const isIn = operation === "checkIn";
  const numbers = found.tickets
    .filter(
      ({ number, attendee }) =>
        (ticket === null || ticket === number) && (attendee.checked_in_at === null) === isIn,
    )
    .map(({ number }) => number);
  if (numbers.length === 0) return found;
  return {
    ...found,
    tickets: found.tickets.map((each) =>
      numbers.includes(each.number)
        ? { ...each, attendee: { ...each.attendee, checked_in_at: isIn ? at : null } }
        : each,
    ),
    history: [
      ...found.history,
      {
        number: found.history.length + 1,
        event: isIn ? "checked-in" : "check-in-undone",
        booking_status: found.booking_status,
        at,
        recorded_at: at,
        actor: `operator: ${key.startsWith("request-") ? "door" : "door-2"}`,
        request_id: key,
        details: { check_ins: numbers.map((number) => ({ ticket: number })) },
      },
    ],
  };
}

function refusal(status: number, name: string): ProblemError {
  const type = `urn:booking-service:problem:${name}`;
  return new ProblemError(status, { type, title: "The state does not allow it", detail: name });
}
