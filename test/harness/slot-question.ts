import { DummyDriver, Kysely, type CompiledQuery, type Dialect } from "kysely";
import type { AccountId } from "../../src/domain/account.ts";
import { findCommonName, type Reader } from "../../src/store/bookings/attendee-search.ts";
import { findBookingDetails } from "../../src/store/bookings/booking-details.ts";
import type { BookingFilter } from "../../src/store/bookings/booking-rows.ts";
import { dialectOf } from "../../src/store/statement.ts";
import type { Tables } from "../../src/store/tables.ts";

/** The question of a check-in desk: the bookings of one slot, with a host and without one. */
export const slotQuestions: readonly BookingFilter[] = ["host", undefined].map((hostId) => ({
  publicKey: "pk",
  activityId: "activity",
  ...(hostId !== undefined && { hostId }),
  slotStartingAt: 1_000,
  statuses: ["CONFIRMED", "WAITLIST"],
  limit: 500,
}));

type Parts = Pick<Dialect, "createAdapter" | "createIntrospector" | "createQueryCompiler">;

/** The statement that finds bookings, as the engine would get it. */
export function findStatement(parts: Parts, filter: BookingFilter): Promise<CompiledQuery> {
  return lastStatement(parts, (reader) => findBookingDetails(reader, 1 as AccountId, filter));
}

/** The statement that reads the names of a window, where many attendees have one. */
export function namesStatement(parts: Parts, filter: BookingFilter): Promise<CompiledQuery> {
  const search = { words: ["ada"], isOver: () => true };
  return lastStatement(parts, (reader) => findCommonName(reader, 1 as AccountId, filter, search));
}

async function lastStatement(
  parts: Parts,
  ask: (reader: Reader) => Promise<unknown>,
): Promise<CompiledQuery> {
  let statement: CompiledQuery | undefined;
  const reads = new Kysely<Tables>({
    dialect: { ...parts, createDriver: () => new DummyDriver() },
    log: ({ query }) => {
      statement = query;
    },
  });
  await ask({ reads, ...dialectOf(reads) });
  if (statement === undefined) throw new Error("Nothing was asked.");
  return statement;
}
