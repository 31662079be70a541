import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { describeFault } from "./logging.ts";
import type { AccountId } from "../domain/account.ts";
import { judgeClock, type ClockVerdict } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Metrics } from "../operator/metrics.ts";
import { endOfRetention } from "../domain/contact.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "../store/store.ts";
import {
  expireContacts,
  forEachAccount,
  runHousekeeping,
  type HousekeepingParts,
} from "../usecases/housekeeping.ts";

const firstHousekeepingMs = 3_000;
const housekeepingMs = 5 * 60_000;
/** Every contact is looked at so often, which its days of retention do not notice. */
const contactRoundMs = 6 * 3_600_000;
/** A deletion is asked after so long whether the service ends. */
const deletingMs = 1_000;
/** The pause between two removals of one round. */
const housekeepingPauseMs = 50;

/** Runs housekeeping in rounds until it is closed; an account or a round that fails is logged. */
export function startHousekeeping(
  store: Store,
  days: Pick<Settings, "traceRetentionDays" | "changesRetentionDays" | "contactRetentionDays">,
  logger: Logger,
  metrics: Pick<Metrics, "countClockJump">,
): { close(): Promise<void> } {
  const stopper = new AbortController();
  const { signal: stopping } = stopper;
  // Closing aborts the pause, which is no error.
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => {});
  const reportFault = (accountId: AccountId | null, error: Error) =>
    logger.error(
      { ...(accountId !== null && { account_id: accountId }), fault: describeFault(error) },
      "housekeeping will be tried again",
    );
  const parts = {
    housekeeping: store.housekeeping,
    traceRetentionDays: days.traceRetentionDays,
    changesRetentionDays: days.changesRetentionDays,
    reportFault,
    pause: () => pause(housekeepingPauseMs),
    stopping,
  };
  const retention = contactRetention(store, days.contactRetentionDays, parts);
  const rounds = async () => {
    await pause(firstHousekeepingMs);
    while (!stopping.aborted) {
      try {
        const now = Date.now();
        const verdict = judgeClock(await store.clockMarks.mark(now), now);
        const { from, to } = (!verdict.isSteady && verdict.jump) || { from: now, to: now };
        const removed = await runHousekeeping(parts, now - Math.max(0, to - from));
        if (Object.values(removed).some((count) => count > 0)) {
          logger.info({ removed }, "removed what has ended");
        }
        await goOnDeleting(store, parts);
        const erased = isClockSteady(verdict, logger, metrics) ? await retention(Date.now()) : 0;
        if (erased > 0) logger.info({ contacts: erased }, "erased contacts after their retention");
      } catch (error) {
        reportFault(null, error as Error);
      }
      await pause(housekeepingMs);
    }
  };
  const ended = rounds();
  return {
    close: async () => {
      stopper.abort();
      await ended;
    },
  };
}

/** Deletions that were begun and left come to their end. */
async function goOnDeleting(
  { accounts }: Pick<Store, "accounts">,
  { reportFault, stopping }: Pick<HousekeepingParts, "reportFault" | "stopping">,
): Promise<void> {
  for (const { account, by } of await accounts.deletions()) {
    let isDone = false;
    while (!isDone && !stopping.aborted) {
      const audit = { actor: by, now: Date.now() };
      const done = await accounts
        .deleteForWhile(audit, account, deletingMs)
        .catch((error: Error) => {
          reportFault(account.id, error);
          return { isDone: true };
        });
      isDone = !("isDone" in done) || done.isDone;
    }
  }
}

/** Whether the marks are those of a clock without a jump: nothing brings an erased contact back (B551). */
function isClockSteady(
  verdict: ClockVerdict,
  logger: Logger,
  metrics: Pick<Metrics, "countClockJump">,
): boolean {
  if (verdict.isSteady) return true;
  if (verdict.jump !== null) {
    metrics.countClockJump();
    const { from, to } = verdict.jump;
    logger.error(
      { from: formatInstant(from), to: formatInstant(to) },
      "the clock jumped, or no service ran: contacts are not erased until it has gone on for a day",
    );
  }
  return false;
}

/**
 * Makes a round over the contacts of all accounts, which does nothing where one was made lately. A round
 * that an import or a fault has cut short is made again the next time. Returns how many contacts were erased.
 */
function contactRetention(
  store: Store,
  days: number,
  {
    reportFault,
    pause,
    stopping,
  }: Pick<HousekeepingParts, "reportFault" | "pause"> & { readonly stopping: AbortSignal },
): (now: number) => Promise<number> {
  let nextAt = 0;
  return async (now) => {
    if (days === 0 || now < nextAt) return 0;
    let contacts = 0;
    let isWhole = true;
    const audit = { actor: "service", now };
    const eraseOf = (id: AccountId) =>
      expireContacts(
        { door: store.account(id), audit, dryRun: false, pause, stopping },
        endOfRetention(days, now),
      );
    const parts = { housekeeping: store.housekeeping, reportFault };
    const isFaultless = await forEachAccount(parts, async (id) => {
      const erased = await eraseOf(id);
      contacts += erased.contacts;
      isWhole &&= erased.isWhole;
    });
    if (isWhole && isFaultless) nextAt = now + contactRoundMs;
    return contacts;
  };
}
