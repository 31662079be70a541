import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Engine, WriteLimits } from "../engine.ts";
import { afterDueSeats } from "../bookings/end-seats.ts";
import type { Tables } from "../tables.ts";

/** One run of an import: who asks for it and when, and what hears of it. */
export interface ImportRun {
  readonly audit: AuditContext;
  /** How time goes on from `audit.now`, in milliseconds; as the process's own clock, if absent. */
  readonly monotonicMs?: (() => number) | undefined;
  /** With `dryRun`: bookings are counted by these months of their slots. */
  readonly monthOf?: ((interaction: string, at: number) => string) | undefined;
  /** Reports progress in rows. */
  readonly onWriting: (done: number, total: number) => void;
  /** Called when all lines are read: the same text for the same file and the same rules. */
  readonly digest?: () => string;
}

/** A run that has begun. */
export interface BegunRun extends ImportRun {
  /** The audit context with the present time. */
  readonly atThisMoment: () => AuditContext;
}

/** The parts that every transaction of an import needs. */
export interface ImportTarget {
  readonly engine: Engine;
  readonly accountId: AccountId;
  /** Yields to the event loop when the import has held it for `eventLoopHoldMs`. */
  readonly pause: () => Promise<void>;
  /** Runs each portion in a transaction. */
  readonly write: Engine["write"];
  /** Whether `write` runs in a transaction around it, which alone can give up its locks and begin anew. */
  readonly isPart?: boolean;
  /** The time limits of its transactions. */
  readonly limits: WriteLimits;
  /** The present time, milliseconds UTC. */
  readonly now: () => number;
}

/** Makes what every transaction of an import of an account needs. */
export function importTarget(
  engine: Engine,
  accountId: AccountId,
  limits: WriteLimits,
  now: () => number,
): ImportTarget {
  const write: ImportTarget["write"] = (work, more) => engine.write(work, more);
  return { engine, accountId, pause: prepareEventLoopYielder(), write, limits, now };
}

/** One transaction on the account, which the engine may repeat, or a snapshot. */
export interface ImportTransaction extends ImportTarget {
  readonly transaction: Kysely<Tables>;
  /** Whether it may lock and write; false in a snapshot and in a check. */
  readonly mayLock: boolean;
  /** The numbers of the rows that the present lines name, by `recordName`, and of contacts by `contactName`. */
  readonly numbers: Map<string, number>;
}

/** The name of a contact among records. */
export function contactName(id: string): string {
  return `contact\n${id}`;
}

/** Another transaction changed what this one had read, before its lock, or has locked it. This one is repeated. */
export class ChangedMeanwhile extends Error {}

/**
 * Runs the work in one transaction, and again in another one where it found seats that are due or `ChangedMeanwhile`. The
 * repetitions have no limit, because each follows upon a change or a lock of somebody else. The transaction around a part ends the
 * seats that are due itself, and it alone is repeated after `ChangedMeanwhile`.
 */
export async function inTransaction<T>(
  target: ImportTarget,
  work: (within: ImportTransaction) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await afterDueSeats(target, target.accountId, () =>
        target.write(
          (transaction) => work({ ...target, transaction, mayLock: true, numbers: new Map() }),
          target.limits,
        ),
      );
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || target.isPart === true) throw error;
    }
  }
}

/** What runs its portions in the transaction around it. */
export function partOf({ transaction, ...target }: ImportTransaction): ImportTarget {
  return { ...target, write: (work) => work(transaction), isPart: true };
}

/** Runs the work on the account as it is at this moment. It blocks no writer, and it cannot write. */
export async function inSnapshot<T>(
  target: ImportTarget,
  work: (within: ImportTransaction) => Promise<T>,
): Promise<T> {
  await using snapshot = await target.engine.snapshot();
  const numbers = new Map<string, number>();
  return await work({ ...target, transaction: snapshot.reads, mayLock: false, numbers });
}

/** How long an import holds the event loop at a time. */
export const eventLoopHoldMs = 20;

/**
 * Statements of the embedded engine block the process, which serves requests between them. `onYield` may end the work by
 * throwing.
 */
export function prepareEventLoopYielder(onYield: () => void = () => {}): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < eventLoopHoldMs) return;
    await new Promise((resume) => setImmediate(resume));
    onYield();
    last = performance.now();
  };
}
