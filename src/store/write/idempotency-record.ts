import { idempotencyLifetimeMs } from "../../domain/idempotent-request.ts";

/** The key of a record: a caller's Idempotency-Key, or the id of one transaction of the store. */
export interface IdempotencyKey {
  /** `""` for a transaction of the store. */
  readonly clientId: string;
  readonly key: string;
}

export function keyText({ clientId, key }: IdempotencyKey): string {
  return JSON.stringify([clientId, key]);
}

/** The answer to a change and the booking that it concerns. The table is named `outcome`. */
export interface IdempotencyRecord {
  /** Null for a transaction of the store. */
  readonly bookingId: string | null;
  /** JSON. */
  readonly answer: string;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

/** Whether the record has expired, so that its key may be used anew. */
export function isExpired({ createdAt }: IdempotencyRecord, now: number): boolean {
  return createdAt <= now - idempotencyLifetimeMs;
}
