import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type BookingId, unchanged } from "../../src/domain/booking.ts";
import { markCancelled } from "../../src/domain/cancel-rules.ts";
import { checkIn, undoCheckIn } from "../../src/domain/check-in.ts";
import { type CancelRefusal, isRefused } from "../../src/domain/refusal.ts";
import type { BookingRule } from "../../src/store/bookings/decide-batch.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import { isUnavailable } from "../../test/harness/is-unavailable.ts";
import type { BookingLine } from "../../test/harness/seed.ts";

/** The changes that bookings go through, by what is done to them. */
export type Fate = ChangeOfState | ChangeOfDetails;
type ChangeOfState = "check-in" | "undo-check-in" | "cancel";
type ChangeOfDetails = "attendee" | "contact" | "data";
export type Work = Iterator<{ readonly kind: Fate; readonly id: BookingId }, void>;

/** As many as share a commit, and those that wait for the next one. */
const makers = 128;

/** Every booking's first change, then every booking's second one, … */
export function* workOn(bookings: readonly BookingLine[], kinds: readonly Fate[]): Work {
  for (const kind of kinds) {
    for (const each of bookings) yield { kind, id: each.booking as BookingId };
  }
}

/**
 * Makes so many changes, at a pace in changes a second where one is given, and returns how many. They go the way of
 * callers' cancels, many in one commit: the change of one booking by an operator costs forty times as much.
 */
export async function makeChanges(
  account: AccountStore,
  work: Work,
  count: number,
  { timeLeft = () => true, pace = Infinity }: { timeLeft?: () => boolean; pace?: number },
): Promise<number> {
  const begun = performance.now();
  let made = 0;
  const makeNext = async () => {
    while (made < count && timeLeft()) {
      const { value } = work.next();
      if (value === undefined) return;
      const early = begun + (made * 1_000) / pace - performance.now();
      made += 1;
      if (early > 1) await sleep(early);
      await patiently(() => change(account, value));
    }
  };
  await Promise.all(Array.from({ length: makers }, makeNext));
  return made;
}

async function change(account: AccountStore, { kind, id }: { kind: Fate; id: BookingId }) {
  const now = Date.now();
  if (kind === "attendee" || kind === "contact" || kind === "data") {
    const changed = await account.changeDetails(
      { actor: "proof", now },
      { bookingId: id, attendees: [], shopData: {}, overLimit: false, ...detailsOf(kind, id) },
    );
    if (isRefused(changed)) throw new Error(JSON.stringify(changed));
    return;
  }
  const order = { bookingId: id, actor: "proof", requestId: null, now, idempotencyKey: null };
  const answer = await account.changeBookingInBatch(order, ruleOf(kind, now));
  if (isRefused(answer)) throw new Error(JSON.stringify(answer));
}

function detailsOf(kind: ChangeOfDetails, id: BookingId) {
  if (kind === "attendee") return { attendees: [{ number: 1, name: `Guest ${id}` }] };
  if (kind === "contact") return { contact: { externalId: `given-${id}`, newId: randomUUID() } };
  return { shopData: { data: JSON.stringify({ order: id }) } };
}

/** What was made by an earlier try, whose commit got no answer, is not made again. */
function ruleOf(kind: ChangeOfState, now: number): BookingRule<CancelRefusal> {
  return (booking) => {
    if (kind === "cancel") {
      return booking.status === "CANCELLED" ? unchanged : markCancelled(booking, now);
    }
    const decided = kind === "check-in" ? checkIn(booking, null, now) : undoCheckIn(booking, null);
    if (isRefused<object>(decided)) throw new Error(JSON.stringify(decided));
    return decided;
  };
}

async function patiently(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(20);
    }
  }
}
