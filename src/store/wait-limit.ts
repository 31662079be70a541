import { DatabaseUnavailable } from "./engine.ts";

/**
 * How many requests may wait in one queue of the store. There are four queues, and a statement waits in one
 * at a time: for SQLite's connection (`sqlite/dialect.ts`), for a connection of a PostgreSQL pool
 * (`postgres/connection-pool.ts`), for the answers of pipelined reads (`postgres/pipeline.ts`) and for the next
 * batch of changes (`bookings/batch.ts`).
 *
 * Callers of the public API seldom meet this limit, because admission control lets in only as many requests
 * as are answered in a moment (`http/admission-control.ts`). While the database stands still, the limit
 * bounds the memory of operators' requests and of a process's own tasks, which do not pass admission control.
 */
const maxWaiting = 2_000;

/** Refuses a request at once when its queue is full. */
export function refuseFullQueue(waiting: number): void {
  if (waiting >= maxWaiting) throw new DatabaseUnavailable("Too many wait for the database.");
}
