import { sql, type RawBuilder } from "kysely";
import { bookingStates } from "../../domain/booking-states.ts";

const kinds = Object.entries(bookingStates);

/** The state table as rows of SQL: kind of event, status before, status after. */
export const stateTableRows: RawBuilder<unknown> = sql.join(
  kinds.flatMap(([kind, { paths }]) =>
    paths.map(([from, to]) => sql`(${sql.lit(kind)}, ${sql.lit(from)}, ${sql.lit(to)})`),
  ),
);

/** The kinds of events that set a booking's status, as a list of SQL. */
export const statusEventKinds: RawBuilder<unknown> = sql.join(
  kinds.filter(([, { isStatusEvent }]) => isStatusEvent).map(([kind]) => sql.lit(kind)),
);
