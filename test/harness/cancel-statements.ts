import type { Kysely } from "kysely";
import type { AccountId } from "../../src/domain/account.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import type { Engine } from "../../src/store/engine.ts";
import { lookAtBookings } from "../../src/store/bookings/read-batch.ts";
import type { Tables } from "../../src/store/tables.ts";
import { writeBookings } from "../../src/store/bookings/write-batch.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Every statement of a cancel that is made together with others, as the engine has it. */
export async function cancelStatements(engine: Engine): Promise<Statement[]> {
  const seen: Statement[] = [];
  const listening = {
    executeQuery: async (statement: Statement) => {
      seen.push(statement);
      return { rows: [] };
    },
  } as unknown as Kysely<Tables>;
  const accountId = 1 as AccountId;
  const order = {
    bookingId: "2f6c1d1e-6f0e-4b52-9a34-000000000001" as BookingId,
    actor: "test",
    requestId: "test",
    now: 1,
    once: { clientId: "client", key: "key" },
  };
  const decide = () => ({ unchanged: true }) as const;
  await lookAtBookings(engine)(listening, accountId, [{ order, decide }]);
  const change = {
    event: "cancelled",
    status: "CANCELLED",
    bookedAt: 1,
    cancelledTickets: [1],
    checkIns: [],
    seatsFreed: 1,
  } as const;
  const kept = {
    row: {
      contact_id: "contact",
      slot_starting_at: 1,
      id: order.bookingId,
      interaction_id: "interaction",
      activity_id: "activity",
      host_id: "",
    },
    booking: {
      id: order.bookingId,
      status: "CONFIRMED",
      bookedAt: 1,
      slotStartingAt: 1,
      hasLimitedCapacity: true,
      cancellationCutoffMinutes: null,
      tickets: [],
    },
    promotes: false,
  } as const;
  const writes = writeBookings(engine)(
    { accountId, key: { clientId: "", key: "attempt" }, now: 1 },
    { answers: [{ changed: true }], changes: [{ order, change }], outcomes: [], repeated: null },
    new Map([[order.bookingId, kept]]),
  );
  return [...seen, ...writes];
}
