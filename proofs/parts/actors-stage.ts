import { formatInstant } from "../../src/domain/instant.ts";
import { call, type Answer } from "../../test/harness/call.ts";
import type { ServerProcess } from "../../test/harness/process.ts";
import { pick, type Random } from "../../test/harness/random.ts";
import type { NamedSlot } from "../../src/store/write/named-slot.ts";
import { isOffering, stormAccount, stormSlots } from "../../test/harness/storm-data.ts";

/** Two slots of each campaign. */
export const slotCount = 14;
export const stormPath = `/operator/v1/accounts/${stormAccount.tenant}/${stormAccount.environment}`;

/** Where the actors act. */
export interface Stage {
  readonly servers: readonly ServerProcess[];
  readonly token: string;
  readonly callerToken: string;
  readonly clientHost: string;
  readonly bookings: KnownBookings;
  readonly hooks: readonly string[];
  /** How many requests the clock refused. */
  byClock: number;
}

/** A change that was acknowledged: an event of this booking, by this request where it is known by one. */
export interface Acknowledged {
  readonly requestId: string | null;
  /** Empty for a change of a slot; null for whatever bookings the request changed. */
  readonly of: string | null;
  readonly what: string;
  /** How many events of this kind the request has, at least; one unless it is said. */
  readonly times?: number;
}

export type Done = readonly Acknowledged[] | "refused" | "unanswered";

export interface Actor {
  /** How long it rests after each act, at most. */
  readonly pauseMs: number;
  /** How many act at once; one unless it is said. */
  readonly several?: number;
  readonly act: (stage: Stage, random: Random) => Promise<Done>;
}

const bookingsKept = 150;
/** As many of the bookings that were made may be cancelled by each: half of them by all. */
const lostShares = { cancel: 0.3, close: 0.1, erase: 0.1 } as const;
type Losing = keyof typeof lostShares;

/**
 * The latest bookings, because an old one is mostly cancelled. Those that had seats and those that waited are known
 * apart: of all together, most wait, and then a cancel frees no seat. Who cancels keeps behind those who book: where a
 * booking is slow, on PostgreSQL and on a busy machine, slots would else be empty, and nobody would wait or be offered a seat.
 */
export class KnownBookings {
  readonly #lists = { all: [] as string[], seated: [] as string[], waiting: [] as string[] };
  #made = 0;
  readonly #lost: Record<Losing, number> = { cancel: 0, close: 0, erase: 0 };

  /** Whether so many may be cancelled now, which then counts as done. */
  mayLose(by: Losing, count: number): boolean {
    if (this.#lost[by] + count > this.#made * lostShares[by]) return false;
    this.#lost[by] += count;
    return true;
  }

  add(id: string, status: string): void {
    this.#made += 1;
    const { all, seated, waiting } = this.#lists;
    for (const list of [all, status === "WAITLIST" ? waiting : seated]) {
      list.push(id);
      list.splice(0, list.length - bookingsKept);
    }
  }

  /** Whoever is cancelled is not asked again, so that most requests change something. */
  forget(id: string): void {
    for (const list of Object.values(this.#lists)) {
      const index = list.indexOf(id);
      if (index !== -1) list.splice(index, 1);
    }
  }

  /** Mostly one of these; null when there is none. */
  draw(random: Random, mostly: "all" | "seated" | "waiting" = "all"): string | null {
    const list = this.#lists[random(4) === 0 ? "all" : mostly];
    return list.length === 0 ? null : pick(random, list);
  }
}

const contacts = 60;

export const aContact = (random: Random) => `guest-${random(contacts)}`;

/** Mostly where seats are offered, or where the clock may refuse them: both need many acts until something happens. */
export function aSlot(random: Random): NamedSlot {
  const all = stormSlots(slotCount);
  const offering = all.filter(({ place: { publicKey } }) => isOffering(publicKey));
  const refusing = all.filter(({ hasWindows }) => hasWindows);
  return pick(random, pick(random, [all, all, offering, refusing])).place;
}

export const startOf = ({ startingAt }: { readonly startingAt: number }) =>
  formatInstant(startingAt);
export const slotFields = (slot: NamedSlot) => ({
  interaction: slot.publicKey,
  activity: slot.activityId,
  slot_starting_at: startOf(slot),
});

export function slotPath(slot: NamedSlot): string {
  return `/interactions/${slot.publicKey}/activities/${slot.activityId}/slots/${startOf(slot)}`;
}

/** Asks this server, or a random one. What nobody foresaw ends the proof. */
export async function ask(
  stage: Stage,
  from: Random | ServerProcess,
  method: string,
  path: string,
  body?: object | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { servers, token } = stage;
  const server = typeof from === "function" ? pick(from, servers) : from;
  const request = { method, path: `${stormPath}${path}`, host: "localhost", token, headers };
  const answer = await call(server.operator, { ...request, ...(body !== undefined && { body }) });
  if (refusedByClock.test(String(answer.json?.type))) stage.byClock += 1;
  return checked(answer);
}

const refusedByClock = /:(slot-has-begun|booking-closed|booking-not-open)$/;

export function checked(answer: Answer): Answer {
  if (answer.status < 500 || answer.status === 503) return answer;
  throw new Error(`An act was answered ${answer.status}: ${answer.text}`);
}

/** `changes` is asked where the act was done, and may read the answer. */
export function doneOf(answer: Answer, changes: () => readonly Acknowledged[]): Done {
  if (answer.status === 503) return "unanswered";
  return answer.status >= 300 ? "refused" : changes();
}

export const idOf = ({ headers }: Answer) => String(headers["x-request-id"]);

/** An act on one booking, mostly on one that had seats, or that waited. */
export function withBooking(
  act: string,
  fields: (random: Random) => object,
  mostly: "all" | "seated" | "waiting" = "all",
): Actor["act"] {
  return async (stage, random) => {
    if (act === "cancel" && !stage.bookings.mayLose("cancel", 1)) return "refused";
    const booking = stage.bookings.draw(random, mostly);
    if (booking === null) return "refused";
    const sent = fields(random);
    const answer = await ask(stage, random, "POST", `/bookings/${booking}/${act}`, sent);
    if (act === "cancel" && !("ticket" in sent)) stage.bookings.forget(booking);
    return doneInHistory(answer, booking, act);
  };
}

/** An event in the history of a booking that was answered. */
export interface EventInAnswer {
  readonly event: string;
  readonly request_id: string | null;
}

/** A repeated check-in, or a move to where the booking is, changes nothing, and says so by the booking's history. */
export function doneInHistory(answer: Answer, booking: string, what: string): Done {
  const requestId = idOf(answer);
  return doneOf(answer, () => {
    const history: readonly EventInAnswer[] = answer.json.history;
    const changed = history.some((event) => event.request_id === requestId);
    return changed ? [{ requestId, of: booking, what }] : [];
  });
}
