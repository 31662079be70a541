import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { reminderSettlesMs, reminderWatchedMs } from "../../domain/reminder.ts";
import type { Engine } from "../engine.ts";
import { everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";

/**
 * One number of a campaign's reminders, and up to which moment it is done with (`reminderWatchedMs`). Instants are
 * milliseconds UTC.
 */
export interface ReminderState {
  readonly accountId: AccountId;
  readonly interactionId: string;
  readonly minutes: number;
  readonly toldUntil: number;
}

/** Reminders that one statement reads. */
const statesAtOnce = 1_000;
/** Another process goes on where this one has written no event for so long. */
const leaseMs = 2_000;
/** The next slot is looked for so far: beyond it lie those of other campaigns, without end. */
const horizonMs = 3_600_000;
/** A `told_until` that lies further ahead was written by a wrong clock. */
const clockAheadMs = 60_000;

/** The reminders of which a moment has come, of all accounts or of one. */
export async function findDueStates(
  reads: Kysely<Tables>,
  until: number,
  accountId?: AccountId,
): Promise<ReminderState[]> {
  const due = reads
    .selectFrom("reminder")
    .select(["account_id", "interaction_id as interactionId", "minutes"])
    .select("told_until as toldUntil")
    .where("look_at", "<=", until)
    .orderBy("look_at")
    .limit(statesAtOnce);
  const asked =
    accountId === undefined
      ? due.modifyFront(everyAccount)
      : due.where("account_id", "=", accountId);
  const rows = await asked.execute();
  return rows.map(({ account_id: id, ...row }) => ({ ...row, accountId: id as AccountId }));
}

/**
 * Renews the lease under which this process writes the events of a reminder. False where the campaign has the reminder no
 * more, or another process has written the events: then this one writes none.
 */
export async function keepLease(
  transaction: Kysely<Tables>,
  state: ReminderState,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("reminder")
    .set({ look_at: until + leaseMs })
    .where("account_id", "=", state.accountId)
    .where("interaction_id", "=", state.interactionId)
    .where("minutes", "=", state.minutes)
    .where("told_until", "=", state.toldUntil)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A look at the moments up to `until`, as it ends. */
interface EndedLook {
  readonly until: number;
  /** When the first of these moments is looked at again; null where none is. */
  readonly again: number | null;
}

/**
 * Ends a look: the next one is at the next moment, or where a moment is looked at again. Whoever adds a slot meanwhile
 * locks the row too (`updateReminderLooks`), and so waits for this, or is seen here.
 */
export function endLook(
  engine: Engine,
  state: ReminderState,
  { until, again }: EndedLook,
): Promise<void> {
  const { accountId, interactionId, minutes } = state;
  const doneUntil = until + reminderSettlesMs - reminderWatchedMs;
  const beforeMs = minutes * 60_000;
  return engine.write(async (transaction) => {
    if (!(await keepLease(transaction, state, until))) return;
    const next = await transaction
      .selectFrom("slot")
      .select("starting_at")
      .where("account_id", "=", accountId)
      .where("starting_at", ">", until + beforeMs)
      .where("starting_at", "<=", until + beforeMs + horizonMs)
      .where("interaction_id", "=", interactionId)
      .orderBy("starting_at")
      .limit(1)
      .executeTakeFirst();
    const nextAt = next === undefined ? until + horizonMs : next.starting_at - beforeMs;
    const lookAt = again === null ? nextAt : Math.min(nextAt, again - reminderSettlesMs);
    await transaction
      .updateTable("reminder")
      .set({ told_until: Math.max(state.toldUntil, doneUntil), look_at: lookAt })
      .where("account_id", "=", accountId)
      .where("interaction_id", "=", interactionId)
      .where("minutes", "=", minutes)
      .execute();
  });
}

/** Looks again where a clock that was ahead is right now: the histories say who was reminded meanwhile. */
export async function returnToClock(engine: Engine, now: number): Promise<void> {
  const ahead = await engine.reads
    .selectFrom("reminder")
    .select(["account_id", "interaction_id", "minutes"])
    .where("told_until", ">", now + clockAheadMs)
    .modifyFront(everyAccount)
    .execute();
  for (const { account_id: id, interaction_id: interactionId, minutes } of ahead) {
    await engine.within(id as AccountId, () =>
      engine.write((transaction) =>
        transaction
          .updateTable("reminder")
          .set({ told_until: now, look_at: now })
          .where("account_id", "=", id)
          .where("interaction_id", "=", interactionId)
          .where("minutes", "=", minutes)
          .where("told_until", ">", now + clockAheadMs)
          .execute(),
      ),
    );
  }
}
