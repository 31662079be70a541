import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { endDueSeats, everyEnd } from "../bookings/end-seats.ts";
import type { Engine } from "../engine.ts";
import { readAccountIds } from "../read-every-account.ts";
import { everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** Slots that one statement reads. */
const slotsAtOnce = 200;

interface DueSlot {
  readonly accountId: AccountId;
  readonly slotNumber: number;
}

/**
 * Ends what is due in all accounts. Every process that serves runs it several times a second, so that a hold ends in
 * time whichever process made it. A slot that fails keeps no other of its portion from ending; the first failure is
 * thrown afterwards. Returns how many have ended.
 */
export async function endAllDueSeats(engine: Engine, now: number): Promise<number> {
  const due = { now, endsBy: now };
  const ended = endSeats(engine, due).catch(async (error: unknown) => {
    // Where the accounts of one node cannot be read, those of the others are.
    for (const accountId of await readAccountIds(engine.reads)) {
      await engine.within(accountId, () => endSeats(engine, { ...due, accountId })).catch(() => {});
    }
    throw error;
  });
  return countOf(await ended);
}

/** Ends each hold and offer of an account, as when it closes. Returns how many have ended. */
export async function endAllHoldsAndOffers(
  engine: Engine,
  accountId: AccountId,
  now: number,
): Promise<number> {
  return countOf(await endSeats(engine, { now, endsBy: everyEnd, accountId }));
}

interface EndingSlots {
  readonly now: number;
  readonly endsBy: number;
  /** Absent: of all accounts. */
  readonly accountId?: AccountId;
}

/** `faults` are of single slots, in the last portion; throws where the slots cannot be found. */
async function endSeats(engine: Engine, { now, endsBy, accountId: of }: EndingSlots) {
  const faults: unknown[] = [];
  let ended = 0;
  for (;;) {
    const slots = await findSlots(engine.reads, endsBy, of);
    for (const { accountId, slotNumber } of slots) {
      const ending = { slotNumber, now, endsBy };
      try {
        ended += await engine.within(accountId, () => endDueSeats(engine, accountId, ending));
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0 || slots.length < slotsAtOnce) return { ended, faults };
  }
}

function countOf({ ended, faults }: Awaited<ReturnType<typeof endSeats>>): number {
  if (faults.length > 0) throw faults[0];
  return ended;
}

async function findSlots(
  reads: Kysely<Tables>,
  endsBy: number,
  accountId: AccountId | undefined,
): Promise<DueSlot[]> {
  const due = reads
    .selectFrom("slot")
    .select(["account_id", "number"])
    .where("next_end_at", "is not", null)
    .where("next_end_at", "<=", endsBy)
    .orderBy("next_end_at")
    .limit(slotsAtOnce);
  const asked =
    accountId === undefined
      ? due.modifyFront(everyAccount)
      : due.where("account_id", "=", accountId);
  const rows = await asked.execute();
  return rows.map((row) => ({ accountId: row.account_id as AccountId, slotNumber: row.number }));
}
