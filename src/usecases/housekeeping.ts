import type { AccountId } from "../domain/account.ts";
import type { Store } from "../store/store.ts";

type Housekeeping = Store["housekeeping"];
type EndingKind = Parameters<Housekeeping["remove"]>[0];

/** How much of each kind was removed. */
export type Removed = Record<EndingKind, number>;

export interface HousekeepingParts {
  readonly housekeeping: Housekeeping;
  readonly traceRetentionDays: number;
  /** Lets others go on between two batches. */
  readonly pause: () => Promise<void>;
  readonly stopping: Pick<AbortSignal, "aborted">;
}

/** So few that a cancel beside it does not notice: a few milliseconds' work; 500 took up to 200. */
const batchSize = 100;

/**
 * Removes what has ended: tokens, secrets, outcomes and request records, each when nobody can ask for
 * it any more. The audit log, bookings and their history stay. It may be stopped after any batch, and
 * done by several processes at once.
 */
export async function runHousekeeping(parts: HousekeepingParts, now: number): Promise<Removed> {
  const ends = findEnds(parts.traceRetentionDays, now);
  const kinds = Object.keys(ends) as EndingKind[];
  const removed = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Removed;
  for (const accountId of await parts.housekeeping.accountIds()) {
    for (const kind of kinds) {
      removed[kind] += await removeInBatches(parts, accountId, kind, ends[kind]);
    }
  }
  return removed;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Nobody asks for a token that has ended; but the clocks of several machines differ a little. */
const accessTokenKeptMs = hourMs;
/** So long `booking credential list` shows a secret that has ended. */
const clientSecretKeptMs = 30 * dayMs;

/**
 * What ended before this goes, of each kind, in their order; milliseconds UTC. Tokens stand before
 * secrets, since a secret stays as long as a token refers to it.
 */
export function findEnds(traceRetentionDays: number, now: number): Readonly<Removed> {
  return {
    access_token: now - accessTokenKeptMs,
    client_secret: now - clientSecretKeptMs,
    outcome: now,
    request_record: now - traceRetentionDays * dayMs,
  };
}

async function removeInBatches(
  { housekeeping, pause, stopping }: HousekeepingParts,
  accountId: AccountId,
  kind: EndingKind,
  before: number,
): Promise<number> {
  let total = 0;
  while (!stopping.aborted) {
    const count = await housekeeping.remove(kind, { accountId, before, limit: batchSize });
    total += count;
    if (count < batchSize) break;
    await pause();
  }
  return total;
}
