import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { openDelivery } from "./delivery.ts";
import type { DeskMemory } from "./desk-memory.ts";
import { openDeskState, type DeskState } from "./desk-state.ts";
import {
  admitsAll,
  bookingToAdmit,
  type DeskAction,
  type QueuedRequest,
  type Tickets,
} from "./queued-request.ts";
import { decideEntry, liveTickets, type DeskScope } from "./decide-entry.ts";
import type { Outcome } from "./outcome.ts";
import { chooseFrom, decideByList, performRequest, type PerformParts } from "./perform-request.ts";
import { matches, readScan, readTicketNumbers } from "./scanned-code.ts";
import { namesOf, whoOf } from "./who.ts";

/**
 * The check-in desk. Every scan has a line of its own from the moment of the scan, and its outcome
 * appears in that line only: a late response cannot be taken for another person's. A request without a
 * response is sent again until it has one (`delivery.ts`).
 */
export interface Desk {
  /** Handles the box's text and the row that is chosen; false where the box keeps its text. */
  readonly submit: (text: string, chosen?: string | null) => boolean;
  /** Checks in these tickets of the booking, null for all, whatever its slot. */
  readonly admit: (booking: string, tickets: Tickets) => void;
  readonly takeBack: (booking: string, tickets: Tickets) => void;
  readonly undoLast: () => void;
  readonly retryNow: () => void;
  /** The operator has read the conflicts. */
  readonly dismissConflicts: () => void;
  readonly state: () => DeskState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what was unsent when the page was left; the returned function stops it. */
  readonly open: () => () => void;
  /** Resolves when no request is under way. */
  readonly settled: () => Promise<void>;
}

export interface DeskParts extends PerformParts {
  readonly scope: () => DeskScope;
  /** Whether a scan checks in the whole party without a choice of tickets. */
  readonly wholeParties: () => boolean;
  readonly memory: DeskMemory;
  readonly newKey: () => string;
  readonly now: () => number;
  readonly retryMs?: number;
}

const undosKept = 50;

interface Done {
  readonly serial: number;
  readonly booking: Booking;
  readonly tickets: readonly number[];
}

export function openDesk(parts: DeskParts): Desk {
  /** Requests without an outcome, by their keys, with the serial of their line. */
  const pending = new Map<string, { readonly request: QueuedRequest; readonly serial: number }>();
  const underWay = new Set<Promise<void>>();
  let done: readonly Done[] = [];
  const { present, newestSerial, change, show, settle, subscribe } = openDeskState(
    parts.now,
    () => ({
      canUndo: done.length > 0 || newestUndoable() !== undefined,
      unsent: delivery.unsent().length,
    }),
  );

  const perform = async (request: QueuedRequest, limitMs: number): Promise<void> => {
    const { outcome, asked, admitted, later } = await performRequest(request, limitMs, parts);
    const at = pending.get(request.key)?.serial ?? newestSerial();
    pending.delete(request.key);
    if (admitted !== undefined) done = [{ serial: at, ...admitted }, ...done].slice(0, undosKept);
    settle(at, outcome, asked ?? null);
    if (later !== undefined) settle(at, await later);
    if (admitted !== undefined && request.regretted === true) undo(at);
  };

  const staysUnsent = (request: QueuedRequest): boolean => {
    const at = pending.get(request.key)?.serial ?? newestSerial();
    const byList = decideByList(request, parts);
    if (byList !== null) {
      pending.delete(request.key);
      settle(at, byList);
      return false;
    }
    settle(at, unsentOf(request));
    return true;
  };

  const unsentOf = ({ action, who, regretted }: QueuedRequest): Outcome => {
    if (regretted === true) return { kind: "regretted", who };
    const isListed = action.kind === "scan" && listed(action.booking) !== undefined;
    return {
      kind: "unsent",
      who,
      known: isListed || action.kind === "admit" || action.kind === "undo",
    };
  };

  const delivery = openDelivery({
    perform,
    staysUnsent,
    memory: parts.memory,
    onChange: () => change({}),
    ...(parts.retryMs !== undefined && { retryMs: parts.retryMs }),
  });

  const listed = (id: string) => parts.expected().find(({ booking }) => booking === id);

  const send = (action: DeskAction, who: string) => {
    const request = { key: parts.newKey(), action, who, scope: parts.scope(), at: parts.now() };
    const at = show({ kind: "waiting", who });
    pending.set(request.key, { request, serial: at });
    change({});
    const sent = delivery.send(request).finally(() => underWay.delete(sent));
    underWay.add(sent);
  };

  const scan = (id: string) => {
    const booking = listed(id);
    const who = booking === undefined ? id : whoOf(booking);
    const before = delivery
      .unsent()
      .findLast(({ action }) => action.kind !== "search" && action.booking === id);
    if (before !== undefined && admitsAll(before)) {
      const at = new Date(before.at).toISOString();
      show({ kind: "already", who, booking: id, at, by: t("this desk, not yet recorded") });
      return;
    }
    const whole = parts.wholeParties();
    const isParty = booking !== undefined && decideEntry(booking, parts.scope()).kind === "choose";
    if (isParty && parts.mayCheckIn && !whole) {
      show(chooseFrom(booking));
      change({ asked: booking });
      return;
    }
    send({ kind: "scan", booking: id, whole }, who);
  };

  /** False where several bookings match and the operator has to choose one. */
  const find = (text: string): boolean => {
    const expected = parts.expected();
    const exact = expected.filter(({ external_id }) => external_id === text);
    const found =
      exact.length > 0 ? exact : expected.filter((booking) => matches(text, namesOf(booking)));
    const [only] = found;
    if (found.length > 1) {
      show({ kind: "several", code: text, count: found.length });
      return false;
    }
    if (only === undefined) send({ kind: "search", text }, text);
    else scan(only.booking);
    return true;
  };

  const known = (id: string) =>
    listed(id) ?? [present().asked].find((each) => each?.booking === id) ?? undefined;
  const nameOf = (id: string, tickets: Tickets) => {
    const booking = known(id);
    return booking === undefined ? id : whoOf(booking, tickets ?? []);
  };
  /** Each named ticket is a request of its own; the whole party is a single request. */
  const admit = (id: string, tickets: Tickets) => {
    const booking = known(id);
    const isEverybody = booking !== undefined && leavesNobody(booking, tickets ?? []);
    send(
      { kind: "admit", booking: id, tickets: isEverybody ? null : tickets },
      nameOf(id, tickets),
    );
  };
  const takeBack = (booking: string, tickets: Tickets) =>
    send({ kind: "undo", booking, tickets }, nameOf(booking, tickets));

  /** Undoes the check-in of the line with this serial. */
  const undo = (of: number) => {
    const found = done.find((each) => each.serial === of);
    if (found === undefined) return;
    done = done.filter((each) => each !== found);
    const { booking, tickets } = found;
    const isAll = liveTickets(booking).length === tickets.length;
    send(
      { kind: "undo", booking: booking.booking, tickets: isAll ? null : tickets },
      whoOf(booking, tickets),
    );
  };

  const newestUndoable = () =>
    [...pending.values()].findLast(
      ({ request }) => bookingToAdmit(request) !== null && request.regretted !== true,
    );

  const undoLast = () => {
    const open = newestUndoable();
    const last = done.toSorted((one, other) => other.serial - one.serial)[0];
    if (open === undefined || (last !== undefined && last.serial > open.serial)) {
      if (last === undefined) show({ kind: "nothing-to-undo" });
      else undo(last.serial);
      return;
    }
    const { request } = open;
    if (delivery.withdraw(request)) {
      pending.delete(request.key);
      settle(open.serial, { kind: "withdrawn", who: request.who });
    } else {
      // Only its response names the tickets that this request, and no other desk, checked in.
      request.regretted = true;
      parts.memory.keep(request);
      settle(open.serial, { kind: "regretted", who: request.who });
    }
  };

  return {
    submit: (text, chosen = null) => {
      const { asked } = present();
      const code = readScan(text);
      const expected = asked === null ? [] : numbersExpected(asked);
      const numbers = code.kind === "words" ? readTicketNumbers(text, expected) : null;
      if (asked !== null && numbers !== null) admit(asked.booking, numbers);
      else if (code.kind === "booking") scan(code.booking);
      else if (chosen !== null) scan(chosen);
      else if (code.kind === "words") return find(code.text);
      else if (asked !== null) admit(asked.booking, null);
      else delivery.retryNow();
      return true;
    },
    admit,
    takeBack,
    undoLast,
    retryNow: delivery.retryNow,
    dismissConflicts: () => change({ conflicts: [] }),
    state: present,
    subscribe,
    open: () =>
      delivery.open(async () => {
        const requests = await parts.memory.load();
        const lost = requests.filter(({ key }) => !pending.has(key));
        for (const request of lost) {
          const at = show(unsentOf(request), { at: request.at, late: true });
          pending.set(request.key, { request, serial: at });
        }
        return lost;
      }),
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function numbersExpected(booking: Booking): readonly number[] {
  return liveTickets(booking).flatMap(({ number, attendee }) =>
    attendee.checked_in_at === null ? [number] : [],
  );
}

/** Whether all attendees of the booking are checked in once these tickets are. */
function leavesNobody(booking: Booking, tickets: readonly number[]): boolean {
  return liveTickets(booking).every(
    ({ number, attendee }) => attendee.checked_in_at !== null || tickets.includes(number),
  );
}
