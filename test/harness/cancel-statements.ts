import type { AccountId } from "../../src/domain/account.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import type { Engine } from "../../src/store/engine.ts";
import { loadBookings } from "../../src/store/write/load.ts";
import { rowsOfBatch } from "../../src/store/bookings/decide-batch.ts";
import { writesOf } from "../../src/store/write/write-batch.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Every statement of a batched cancel, in the engine's form. */
export async function cancelStatements(engine: Engine): Promise<Statement[]> {
  const seen: Statement[] = [];
  const executeQuery = async (statement: Statement) => {
    seen.push(statement);
    return { rows: [] };
  };
  const executor = replacing(engine.reads.getExecutor(), "executeQuery", executeQuery);
  const listening = replacing(engine.reads, "getExecutor", () => executor);
  const accountId = 1 as AccountId;
  const order = {
    bookingId: "2f6c1d1e-6f0e-4b52-9a34-000000000001" as BookingId,
    actor: "test",
    requestId: "test",
    now: 1,
    idempotencyKey: { clientId: "client", key: "key" },
  };
  await loadBookings(listening, accountId, [order], "free");
  const change = {
    event: "cancelled",
    status: "CANCELLED",
    bookedAt: 1,
    cancelledTickets: [1],
    checkIns: [],
    seatsFreed: 1,
  } as const;
  const locked = {
    contactNumber: 1,
    ticketTypeId: "standard",
    ticketTypeNumber: 1,
    lastEvent: 1,
    slotKey: { number: 1, interactionNumber: 1, startingAt: 1 },
    booking: {
      id: order.bookingId,
      status: "CONFIRMED",
      bookedAt: 1,
      slotStartingAt: 1,
      hasLimitedCapacity: true,
      cancellationCutoffMinutes: null,
      tickets: [],
    },
    movesUp: false,
    endsAt: null,
    seats: { capacity: 2, taken: 2, overbookedBy: 0 },
    offer: null,
    mayBeOverbooked: false,
  } as const;
  const answer = { changed: true };
  const decided = rowsOfBatch(
    {
      answers: [answer],
      changes: [{ order, change }],
      records: [{ key: order.idempotencyKey, order, answer }],
      expired: [],
      repeated: null,
    },
    new Map([[order.bookingId, locked]]),
  );
  const writes = writesOf(engine.reads, accountId, 1, decided?.rows ?? {});
  return [...seen, ...writes];
}

/** The same object with another method of this name. */
function replacing<T extends object>(object: T, method: keyof T, by: unknown): T {
  return new Proxy(object, {
    get: (of, name) => {
      if (name === method) return by;
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === "function" ? value.bind(of) : value;
    },
  });
}
