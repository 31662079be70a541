import type { EngineOptions } from "../engine.ts";
import { clientCheck } from "./client-check.ts";

/** Time limits while the database lives, in milliseconds; 0 sets none in the server. */
export const timeouts = {
  /** For a request. Resolving a lost COMMIT must also fit into the public listener's limit. */
  request: { limitMs: 4_000, lockMs: 3_500, idleMs: 3_000, connectMs: 1_200 },
  /** For an import, an export or a verification. */
  task: { limitMs: 3_600_000, lockMs: 60_000, idleMs: 600_000, connectMs: 10_000 },
} as const satisfies Record<EngineOptions["timeouts"], object>;

/**
 * The statement, with its values, that gives one transaction the time limits of a task. It prevails over the
 * settings of the session, and over those of the role behind a pooler.
 */
export const taskTimeouts = [
  `select
     set_config('statement_timeout', '0', true),
     set_config('lock_timeout', $1, true),
     set_config('idle_in_transaction_session_timeout', $2, true),
     ${clientCheck("transaction")}`,
  [String(timeouts.task.lockMs), String(timeouts.task.idleMs)],
] as const;

/** The time limit of one statement, and the deadline (`performance.now()`) of the whole transaction. */
export interface Limit {
  readonly limitMs: number;
  readonly deadline: number;
}

/**
 * A request's limit covers all of its waiting: for a connection, a lock and the COMMIT together. Each
 * statement of a task has its own time.
 */
export function limitOf(
  kind: EngineOptions["timeouts"],
  limitMs: number = timeouts[kind].limitMs,
): Limit {
  return { limitMs, deadline: kind === "request" ? performance.now() + limitMs : Infinity };
}
