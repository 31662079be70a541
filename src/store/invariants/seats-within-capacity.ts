import { counted } from "../../domain/counted.ts";
import { sql } from "kysely";
import { invariant, slotOf, type SlotColumns } from "./invariant.ts";

type Row = SlotColumns & {
  readonly taken: number;
  readonly capacity: number;
  readonly overbooked_by: number;
};

/** The taken seats never exceed the capacity by more than the operator's recorded overbooking. */
export const seatsWithinCapacity = invariant<Row>(
  "seats-within-capacity",
  (accountId, limit) => sql<Row>`
    select interaction_id, activity_id, host_id, starting_at, taken, capacity, overbooked_by
    from slot
    where account_id = ${accountId}
    and taken > capacity + overbooked_by
    order by interaction_id, activity_id, host_id, starting_at
    limit ${limit}`,
  (row) => ({
    slot: slotOf(row),
    message:
      `${counted(row.taken, "seat is", "seats are")} taken of ${row.capacity}, and ` +
      `${counted(row.overbooked_by, "more was", "more were")} ` +
      "overbooked on purpose: raise the capacity with `booking import`, or cancel " +
      `${counted(row.taken - row.capacity - row.overbooked_by, "ticket")}.`,
  }),
);
