import type { Booking } from "../../operations/bookings/bookings.ts";
import { findBookings } from "../../operations/bookings/find-bookings.ts";
import { NoAnswer } from "../../operations/machinery/no-answer.ts";
import type { Ask, Values } from "../../operations/machinery/operation.ts";
import { CommandFailed } from "../command-context.ts";

/** One question names so many, and so many are shown; the ids of further ones stand alone. */
const atOnce = 100;
const shownMost = 1_000;

/**
 * The bookings of these ids in their order; null where the key may not read them, or nobody answers any more: what the
 * answer is about has been done, so that its ids are shown.
 */
export async function readConcerned(
  ask: Ask,
  { tenant, environment }: Values,
  ids: readonly string[],
): Promise<readonly Booking[] | null> {
  const found = new Map<string, Booking>();
  const shown = ids.slice(0, shownMost);
  try {
    for (let next = 0; next < shown.length; next += atOnce) {
      const booking = shown.slice(next, next + atOnce);
      const { items } = await ask(findBookings, { tenant, environment, booking, limit: atOnce });
      for (const each of items) found.set(each.booking, each);
    }
  } catch (error) {
    if (error instanceof CommandFailed || error instanceof NoAnswer) return null;
    throw error;
  }
  return shown.flatMap((id) => found.get(id) ?? []);
}
