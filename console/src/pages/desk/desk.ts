import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { openDelivery, type Delivery } from "./delivery.ts";
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
  return new OpenedDesk(parts);
}

class OpenedDesk implements Desk {
  readonly #parts: DeskParts;
  /** Requests without an outcome, by their keys, with the serial of their line. */
  readonly #pending = new Map<
    string,
    { readonly request: QueuedRequest; readonly serial: number }
  >();
  readonly #underWay = new Set<Promise<void>>();
  readonly #lines: ReturnType<typeof openDeskState>;
  readonly #delivery: Delivery;
  #done: readonly Done[] = [];

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#lines = openDeskState(parts.now, () => ({
      canUndo: this.#done.length > 0 || this.#newestUndoable() !== undefined,
      unsent: this.#delivery.unsent().length,
    }));
    this.#delivery = openDelivery({
      perform: (request, limitMs) => this.#perform(request, limitMs),
      staysUnsent: (request) => this.#staysUnsent(request),
      memory: parts.memory,
      onChange: () => this.#lines.change({}),
      ...(parts.retryMs !== undefined && { retryMs: parts.retryMs }),
    });
  }

  readonly state = () => this.#lines.present();
  readonly subscribe = (listener: () => void) => this.#lines.subscribe(listener);
  readonly retryNow = () => this.#delivery.retryNow();
  readonly dismissConflicts = () => this.#lines.change({ conflicts: [] });

  readonly open = () =>
    this.#delivery.open(async () => {
      const requests = await this.#parts.memory.load();
      const lost = requests.filter(({ key }) => !this.#pending.has(key));
      for (const request of lost) {
        const at = this.#lines.show(this.#unsentOf(request), { at: request.at, late: true });
        this.#pending.set(request.key, { request, serial: at });
      }
      return lost;
    });

  readonly settled = async () => {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  };

  readonly submit = (text: string, chosen: string | null = null): boolean => {
    const { asked } = this.state();
    const code = readScan(text);
    const expected = asked === null ? [] : numbersExpected(asked);
    const numbers = code.kind === "words" ? readTicketNumbers(text, expected) : null;
    if (asked !== null && numbers !== null) this.admit(asked.booking, numbers);
    else if (code.kind === "booking") this.#scan(code.booking);
    else if (chosen !== null) this.#scan(chosen);
    else if (code.kind === "words") return this.#find(code.text);
    else if (asked !== null) this.admit(asked.booking, null);
    else this.#delivery.retryNow();
    return true;
  };

  /** Each named ticket is a request of its own; the whole party is a single request. */
  readonly admit = (id: string, tickets: Tickets) => {
    const booking = this.#known(id);
    const isEverybody = booking !== undefined && leavesNobody(booking, tickets ?? []);
    this.#send(
      { kind: "admit", booking: id, tickets: isEverybody ? null : tickets },
      this.#nameOf(id, tickets),
    );
  };

  readonly takeBack = (booking: string, tickets: Tickets) =>
    this.#send({ kind: "undo", booking, tickets }, this.#nameOf(booking, tickets));

  readonly undoLast = () => {
    const open = this.#newestUndoable();
    const last = this.#done.toSorted((one, other) => other.serial - one.serial)[0];
    if (open === undefined || (last !== undefined && last.serial > open.serial)) {
      if (last === undefined) this.#lines.show({ kind: "nothing-to-undo" });
      else this.#undo(last.serial);
      return;
    }
    const { request } = open;
    if (this.#delivery.withdraw(request)) {
      this.#pending.delete(request.key);
      this.#lines.settle(open.serial, { kind: "withdrawn", who: request.who });
    } else {
      // Only its response names the tickets that this request, and no other desk, checked in.
      request.regretted = true;
      this.#parts.memory.keep(request);
      this.#lines.settle(open.serial, { kind: "regretted", who: request.who });
    }
  };

  #send(action: DeskAction, who: string): void {
    const { newKey, scope, now } = this.#parts;
    const request = { key: newKey(), action, who, scope: scope(), at: now() };
    const at = this.#lines.show({ kind: "waiting", who });
    this.#pending.set(request.key, { request, serial: at });
    this.#lines.change({});
    const sent = this.#delivery.send(request).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  async #perform(request: QueuedRequest, limitMs: number): Promise<void> {
    const performed = await performRequest(request, limitMs, this.#parts);
    const { outcome, asked, admitted, later } = performed;
    const at = this.#serialOf(request);
    this.#pending.delete(request.key);
    if (admitted !== undefined) {
      this.#done = [{ serial: at, ...admitted }, ...this.#done].slice(0, undosKept);
    }
    this.#lines.settle(at, outcome, asked ?? null);
    if (later !== undefined) this.#lines.settle(at, await later);
    if (admitted !== undefined && request.regretted === true) this.#undo(at);
  }

  #staysUnsent(request: QueuedRequest): boolean {
    const at = this.#serialOf(request);
    const byList = decideByList(request, this.#parts);
    if (byList !== null) {
      this.#pending.delete(request.key);
      this.#lines.settle(at, byList);
      return false;
    }
    this.#lines.settle(at, this.#unsentOf(request));
    return true;
  }

  #serialOf({ key }: QueuedRequest): number {
    return this.#pending.get(key)?.serial ?? this.#lines.newestSerial();
  }

  #unsentOf({ action, who, regretted }: QueuedRequest): Outcome {
    if (regretted === true) return { kind: "regretted", who };
    const isListed = action.kind === "scan" && this.#listed(action.booking) !== undefined;
    return {
      kind: "unsent",
      who,
      known: isListed || action.kind === "admit" || action.kind === "undo",
    };
  }

  #scan(id: string): void {
    const booking = this.#listed(id);
    const who = booking === undefined ? id : whoOf(booking);
    const before = this.#delivery
      .unsent()
      .findLast(({ action }) => action.kind !== "search" && action.booking === id);
    if (before !== undefined && admitsAll(before, booking)) {
      const at = new Date(before.at).toISOString();
      const by = t("this desk, not yet recorded");
      this.#lines.show({ kind: "already", who, booking: id, at, by });
      return;
    }
    const { mayCheckIn, scope, wholeParties } = this.#parts;
    const whole = wholeParties();
    const isParty = booking !== undefined && decideEntry(booking, scope()).kind === "choose";
    if (isParty && mayCheckIn && !whole) {
      this.#lines.show(chooseFrom(booking));
      this.#lines.change({ asked: booking });
      return;
    }
    this.#send({ kind: "scan", booking: id, whole }, who);
  }

  /** False where several bookings match and the operator has to choose one. */
  #find(text: string): boolean {
    const expected = this.#parts.expected();
    const exact = expected.filter(({ external_id }) => external_id === text);
    const found =
      exact.length > 0 ? exact : expected.filter((booking) => matches(text, namesOf(booking)));
    const [only] = found;
    if (found.length > 1) {
      this.#lines.show({ kind: "several", code: text, count: found.length });
      return false;
    }
    if (only === undefined) this.#send({ kind: "search", text }, text);
    else this.#scan(only.booking);
    return true;
  }

  /** Undoes the check-in of the line with this serial. */
  #undo(of: number): void {
    const found = this.#done.find((each) => each.serial === of);
    if (found === undefined) return;
    this.#done = this.#done.filter((each) => each !== found);
    const { booking, tickets } = found;
    const isAll = liveTickets(booking).length === tickets.length;
    this.#send(
      { kind: "undo", booking: booking.booking, tickets: isAll ? null : tickets },
      whoOf(booking, tickets),
    );
  }

  #newestUndoable() {
    return [...this.#pending.values()].findLast(
      ({ request }) => bookingToAdmit(request) !== null && request.regretted !== true,
    );
  }

  #listed(id: string): Booking | undefined {
    return this.#parts.expected().find(({ booking }) => booking === id);
  }

  #known(id: string): Booking | undefined {
    const { asked } = this.state();
    return this.#listed(id) ?? (asked?.booking === id ? asked : undefined);
  }

  #nameOf(id: string, tickets: Tickets): string {
    const booking = this.#known(id);
    return booking === undefined ? id : whoOf(booking, tickets ?? []);
  }
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
