import { DatabaseUnavailable } from "./engine.ts";

/**
 * How many may wait in one queue of the store. There are four queues, of which a statement stands in
 * one at a time: for SQLite's connection (`sqlite/kysely-driver.ts`), for a connection of a
 * PostgreSQL pool (`postgres/semaphore.ts`), for the answers of pipelined reads
 * (`postgres/pipeline.ts`) and for the next batch of changes (`bookings/batcher.ts`).
 *
 * Callers of the public API seldom meet this limit: admission control lets in fewer, as many as are
 * answered in a moment (`http/admission-control.ts`). It bounds the memory of what does not pass
 * there, operators' requests and a process's own tasks, while the database stands still.
 */
const maxWaiting = 2_000;

/** Refuses who comes to a queue that is full already, at once. */
export function refuseFullQueue(waiting: number): void {
  if (waiting >= maxWaiting) throw new DatabaseUnavailable("Too many wait for the database.");
}
