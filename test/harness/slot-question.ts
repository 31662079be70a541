import { DummyDriver, Kysely, type CompiledQuery, type Dialect } from "kysely";
import type { AccountId } from "../../src/domain/account.ts";
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

/** The statement that finds bookings, as the engine would get it. */
export async function findStatement(
  parts: Pick<Dialect, "createAdapter" | "createIntrospector" | "createQueryCompiler">,
  filter: BookingFilter,
): Promise<CompiledQuery> {
  let statement: CompiledQuery | undefined;
  const reads = new Kysely<Tables>({
    dialect: { ...parts, createDriver: () => new DummyDriver() },
    log: ({ query }) => {
      statement = query;
    },
  });
  await findBookingDetails({ reads, ...dialectOf(reads) }, 1 as AccountId, filter);
  if (statement === undefined) throw new Error("Nothing was asked.");
  return statement;
}
