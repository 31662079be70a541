import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { integerMax } from "../../domain/data-file/values.ts";
import { momentOf, nextLook, reminderSettlesMs } from "../../domain/reminder.ts";
import { atSlot } from "../write/slot.ts";
import { writeRows } from "../write/write-batch.ts";
import type { Engine } from "../engine.ts";
import { readEveryAccount } from "../read-every-account.ts";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid-columns.ts";
import { detailsOfReminder, readReminded, type DueBooking } from "./reminder-events.ts";
import { endLook, findDueStates, keepLease, type ReminderState } from "./reminder-state.ts";

/** A transaction locks so many bookings, and fewer than twice as many more: a cancel of one waits for a few milliseconds. */
const bookingsAtOnce = 50;
const slotsAtOnce = 200;
/** Due campaigns are looked for so often, so that many bookings of one campaign do not delay the others. */
const lookAgainMs = 500;
/** Bookings that others have locked are tried so often, before the whole look is repeated. */
const busyLooks = 20;

export interface Telling {
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Leaves time to others after work that took so long. */
  readonly pause: (tookMs: number) => Promise<void>;
  readonly stopping: Pick<AbortSignal, "aborted">;
  readonly onTold: (accountId: AccountId) => void;
}

/**
 * Writes the `reminder-due` events whose moment has come, for all accounts, and returns how many. Every process that serves
 * runs this once a second. Several at once share the work: a booking's lock and its history make sure that each event is written
 * once. An account that fails does not stop the others; the first failure is thrown at the end.
 */
export async function tellReminders(engine: Engine, telling: Telling): Promise<number> {
  const looks = new Map<string, AsyncGenerator<number, void>>();
  const faults: unknown[] = [];
  let told = 0;
  for (let lookedAt = -Infinity; !telling.stopping.aborted;) {
    if (performance.now() - lookedAt >= lookAgainMs && faults.length === 0) {
      lookedAt = performance.now();
      const until = telling.now() - reminderSettlesMs;
      const due = await readEveryAccount(engine, (of) => findDueStates(engine.reads, until, of));
      for (const state of due) {
        const name = `${state.accountId} ${state.interactionId} ${state.minutes}`;
        if (!looks.has(name)) looks.set(name, look(engine, state, telling));
      }
    }
    if (looks.size === 0) break;
    for (const [name, each] of looks) {
      if (telling.stopping.aborted) break;
      const begunAt = performance.now();
      const step = await each.next().catch((error: unknown) => {
        faults.push(error);
        return { done: true } as const;
      });
      if (step.done === true) looks.delete(name);
      else told += step.value;
      await telling.pause(performance.now() - begunAt);
    }
  }
  if (faults.length > 0) throw faults[0];
  return told;
}

/** Writes the due events of one reminder of a campaign, for some bookings at a step, and yields how many each step wrote. */
async function* look(
  engine: Engine,
  state: ReminderState,
  telling: Telling,
): AsyncGenerator<number, void> {
  const now = telling.now();
  const until = now - reminderSettlesMs;
  /** Bookings of several slots that have no event yet, with the bookings that others have locked. */
  let due: DueBooking[] = [];
  let again: number | null = null;
  for await (const { startingAt, some } of findDueBookings(engine, state, until, telling.now)) {
    const next = nextLook(momentOf({ startingAt, minutes: state.minutes }), now);
    if (next !== null) again = Math.min(again ?? next, next);
    due.push(...some);
    if (due.length < bookingsAtOnce) {
      yield 0;
      continue;
    }
    const step = await tellSome(engine, state, due, telling);
    if (step === null) return;
    due = [...step.busy];
    yield step.told;
  }
  for (let time = 0; due.length > 0; time += 1) {
    if (time > busyLooks) return;
    const step = await tellSome(engine, state, due, telling);
    if (step === null) return;
    due = [...step.busy];
    yield step.told;
  }
  await engine.within(state.accountId, () => endLook(engine, state, { until, again }));
}

/** Bookings of one slot that lack the event. */
interface FoundBookings {
  readonly startingAt: number;
  readonly some: readonly DueBooking[];
}

/**
 * The CONFIRMED bookings, of slots of which a moment has come, whose history does not have the reminder, page by page. A
 * slot has a page at least.
 */
async function* findDueBookings(
  engine: Engine,
  { accountId, interactionId, minutes, toldUntil }: ReminderState,
  until: number,
  now: () => number,
): AsyncGenerator<FoundBookings, void> {
  const beforeMs = minutes * 60_000;
  const campaign = { accountId, interactionId };
  for (let after = { startingAt: Math.max(toldUntil + beforeMs, now()), number: integerMax }; ;) {
    const slots = await engine.within(accountId, () =>
      findSlots(engine.reads, campaign, { after, to: until + beforeMs }),
    );
    for (const { startingAt, number } of slots) {
      const details = JSON.stringify(detailsOfReminder({ startingAt, minutes }));
      const slot = { startingAt, number, details };
      for (let last: Page[number] | null = null; ;) {
        const page: Page = await engine.within(accountId, () =>
          findConfirmed(engine.reads, accountId, slot, last),
        );
        const untold = page.filter(({ told }) => !told);
        yield { startingAt, some: untold.map(({ id }) => ({ id, startingAt, minutes })) };
        last = page.at(-1) ?? null;
        if (last === null || page.length < bookingsAtOnce) break;
      }
    }
    if (slots.length < slotsAtOnce) return;
    after = slots.at(-1) ?? after;
  }
}

/** A slot by its place in the order in which slots are looked at. */
interface SlotPlace {
  readonly startingAt: number;
  readonly number: number;
}

function findSlots(
  reads: Kysely<Tables>,
  campaign: Pick<ReminderState, "accountId" | "interactionId">,
  { after, to }: { readonly after: SlotPlace; readonly to: number },
): Promise<SlotPlace[]> {
  return reads
    .selectFrom("slot")
    .select(["starting_at as startingAt", "number"])
    .where("account_id", "=", campaign.accountId)
    .where("starting_at", ">=", after.startingAt)
    .where("starting_at", "<=", to)
    .where((where) =>
      where.or([where("starting_at", ">", after.startingAt), where("number", ">", after.number)]),
    )
    .where("interaction_id", "=", campaign.interactionId)
    .orderBy("starting_at")
    .orderBy("number")
    .limit(slotsAtOnce)
    .execute();
}

type Page = Awaited<ReturnType<typeof findConfirmed>>;

function findConfirmed(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { details, ...slot }: SlotPlace & { readonly details: string },
  after: { readonly id: string; readonly booked_at: number } | null,
) {
  return reads
    .selectFrom("booking")
    .select(["id", "booked_at"])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom("booking_event as event")
            .select("event.number")
            .where("event.account_id", "=", accountId)
            .whereRef("event.booking_id", "=", "booking.id")
            .where("event.kind", "=", "reminder-due")
            .where("event.details", "=", details),
        )
        .as("told"),
    )
    .where((where) => where.and(atSlot(accountId, slot)))
    .where("booking_status", "=", "CONFIRMED")
    .$if(after !== null, (select) =>
      select.where((where) =>
        where(
          where.refTuple("booked_at", "id"),
          ">",
          where.tuple(after?.booked_at ?? 0, uuid(after?.id ?? "")),
        ),
      ),
    )
    .orderBy("booked_at")
    .orderBy("id")
    .limit(bookingsAtOnce)
    .execute();
}

/** Writes the events of those bookings that nobody else has locked. Null where the campaign's reminder was changed or ended. */
async function tellSome(
  engine: Engine,
  state: ReminderState,
  due: readonly DueBooking[],
  { now, onTold }: Telling,
): Promise<{ readonly told: number; readonly busy: readonly DueBooking[] } | null> {
  const { accountId } = state;
  const step = await engine.within(accountId, () =>
    engine.write(async (transaction) => {
      const audit = { actor: "service", now: now() };
      const toCome = due.filter(({ startingAt }) => startingAt > audit.now);
      if (toCome.length === 0) return { told: 0, busy: [] };
      const { events, busy } = await readReminded({ transaction, accountId, audit }, toCome);
      // After the bookings' locks, the order in which a change of the campaign takes them.
      if (!(await keepLease(transaction, state, audit.now - reminderSettlesMs))) return null;
      if (events.length > 0) await writeRows(transaction, accountId, audit.now, { events });
      return { told: events.length, busy };
    }),
  );
  if (step !== null && step.told > 0) onTold(accountId);
  return step;
}
