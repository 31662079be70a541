import type { Booking } from "../../operations/bookings/bookings.ts";
import { findBookings } from "../../operations/bookings/find-bookings.ts";
import { NoAnswer } from "../../operations/machinery/no-answer.ts";
import type { Ask, Values } from "../../operations/machinery/operation.ts";
import { CommandFailed } from "../command-context.ts";

/** The bookings that one request asks for. */
const atOnce = 100;
/** The bookings that are shown; of further ones only the ids are. */
const shownMost = 1_000;

/**
 * Reads the bookings that an answer names by id, in its order, so that a command shows more than ids. Null where the key
 * may not read them, or the service does not answer any more. The change that the answer reports was made all the same.
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
