import type { AccountId } from "../domain/account.ts";
import { endedKeptMs } from "../domain/hold.ts";
import { idempotencyLifetimeMs } from "../domain/idempotent-request.ts";
import type { Store } from "../store/store.ts";
import { hasExpired, type ContactSlots } from "../domain/contact.ts";
import type { AuditContext } from "../store/doors/access.ts";
import type { AccountStore } from "../store/account-store.ts";

type Housekeeping = Store["housekeeping"];
type EndingKind = Parameters<Housekeeping["remove"]>[0];

/** The number of removed rows of each kind. */
export type Removed = Record<EndingKind, number>;

export interface HousekeepingParts {
  readonly housekeeping: Housekeeping;
  readonly traceRetentionDays: number;
  readonly changesRetentionDays: number;
  /** Called for an account whose removals failed; those of the others go on. */
  readonly reportFault: (accountId: AccountId, error: Error) => void;
  /** Lets other work run between two batches. */
  readonly pause: () => Promise<void>;
  readonly stopping: Pick<AbortSignal, "aborted">;
}

/**
 * A batch takes a few milliseconds, which a concurrent cancel does not notice; 500 rows took up to
 * 200 ms.
 */
const batchSize = 100;

/**
 * Removes what has ended, of each kind in `findEnds`. The audit log, bookings and their history stay. It may be stopped
 * after any batch, and several processes may run it at once.
 */
export async function runHousekeeping(parts: HousekeepingParts, now: number): Promise<Removed> {
  const ends = findEnds(parts, now);
  const kinds = Object.keys(ends) as EndingKind[];
  const removed = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Removed;
  await forEachAccount(parts, async (accountId) => {
    for (const kind of kinds) {
      removed[kind] += await removeAll(parts, { accountId, before: ends[kind], now }, kind);
    }
  });
  // Requests on the installation are of no account.
  const sweep = { accountId: 0 as AccountId, before: ends.operator_request, now };
  removed.operator_request += await removeAll(parts, sweep, "operator_request");
  return removed;
}

/** After so many accounts that failed, the database itself is probably away. */
const faultsMax = 3;

/**
 * Works on one account after the other. One that fails is reported, and the others have their turn; the last of
 * `faultsMax` faults is thrown. Returns whether there was none.
 */
export async function forEachAccount(
  { housekeeping, reportFault }: Pick<HousekeepingParts, "housekeeping" | "reportFault">,
  work: (accountId: AccountId) => Promise<void>,
): Promise<boolean> {
  let faults = 0;
  for (const accountId of await housekeeping.accountIds()) {
    try {
      await work(accountId);
    } catch (error) {
      faults += 1;
      if (faults === faultsMax) throw error;
      reportFault(accountId, error as Error);
    }
  }
  return faults === 0;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Expired tokens are kept this long, because clocks of several machines differ. */
const accessTokenKeptMs = hourMs;
/** `booking credential list` shows an expired secret this long. */
const clientSecretKeptMs = 30 * dayMs;
/** An import is kept so long, with the lines that it left out, which may name people. */
const importJobKeptMs = 30 * dayMs;
const leftOutKeptMs = 7 * dayMs;
/** The log of webhooks' deliveries goes back so far. */
const deliveryKeptMs = 30 * dayMs;

/**
 * For each kind, rows that ended before this time are removed; milliseconds UTC. Tokens come before
 * secrets, because a secret stays while a token refers to it.
 */
export function findEnds(
  days: Pick<HousekeepingParts, "traceRetentionDays" | "changesRetentionDays">,
  now: number,
): Readonly<Removed> {
  return {
    access_token: now - accessTokenKeptMs,
    client_secret: now - clientSecretKeptMs,
    outcome: now - idempotencyLifetimeMs,
    operator_request: now - idempotencyLifetimeMs,
    import_left_out: now - leftOutKeptMs,
    import_job: now - importJobKeptMs,
    request_record: now - days.traceRetentionDays * dayMs,
    webhook_delivery: now - deliveryKeptMs,
    hold: now - endedKeptMs,
    change: now - days.changesRetentionDays * dayMs,
  };
}

function removeAll(
  parts: HousekeepingParts,
  sweep: Omit<Parameters<Housekeeping["remove"]>[1], "limit">,
  kind: EndingKind,
): Promise<number> {
  const batch = { ...sweep, limit: batchSize };
  return inBatches(parts, () => parts.housekeeping.remove(kind, batch));
}

/** Repeats the work until it did less than a whole batch; returns how much it did. */
async function inBatches(
  { pause, stopping }: HousekeepingParts,
  work: () => Promise<number>,
): Promise<number> {
  let total = 0;
  while (!stopping.aborted) {
    const count = await work();
    total += count;
    if (count < batchSize) break;
    await pause();
  }
  return total;
}

interface ExpiryParts extends Pick<HousekeepingParts, "pause" | "stopping"> {
  readonly door: Pick<AccountStore, "readContactSlots" | "expireContacts">;
  readonly audit: AuditContext;
  /** Counts, and erases nothing. */
  readonly dryRun: boolean;
}

/** The counts of an account's erased rows, or of those that would be erased. */
export interface Expiry {
  readonly contacts: number;
  readonly bookings: number;
  /** Whether every contact was looked at: not where an import runs, nor after a stop. */
  readonly isWhole: boolean;
}

/** Contacts that one statement reads: a few milliseconds, which a concurrent cancel does not notice. */
const readTogether = 500;
/** Contacts of one transaction. */
const erasedTogether = 20;

/** Erases the contacts of an account whose slots all started before a moment, in portions. */
export async function expireContacts(
  { door, audit, dryRun, pause, stopping }: ExpiryParts,
  before: number,
): Promise<Expiry> {
  let contacts = 0;
  let bookings = 0;
  for (let after: string | null = null; !stopping.aborted; await pause()) {
    const some = await door.readContactSlots({ after, limit: readTogether });
    const expired = some.filter((contact) => hasExpired(contact, before));
    for (let at = 0; at < expired.length && !stopping.aborted; at += erasedTogether) {
      const together = expired.slice(at, at + erasedTogether);
      const ids = together.map(({ id }) => id);
      const erased = dryRun ? countOf(together) : await door.expireContacts(audit, { ids, before });
      if (erased === null) return { contacts, bookings, isWhole: false };
      contacts += erased.contacts;
      bookings += erased.bookings;
      if (!dryRun) await pause();
    }
    if (some.length < readTogether) return { contacts, bookings, isWhole: !stopping.aborted };
    after = some.at(-1)?.id ?? null;
  }
  return { contacts, bookings, isWhole: false };
}

function countOf(contacts: readonly ContactSlots[]) {
  return {
    contacts: contacts.length,
    bookings: contacts.reduce((sum, { bookings }) => sum + bookings, 0),
  };
}
