import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import type { CancelRefusal } from "../../domain/refusal.ts";
import type { BookingChangeAnswer } from "./booking-change.ts";
import { decideTogether, type Member, type MemberAnswer } from "./decide-batch.ts";
import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
  type PlannedWrites,
  type Engine,
} from "../engine.ts";
import { lookAtBookings, type Found } from "./read-batch.ts";
import { newAttempt, type OutcomePlace } from "./idempotency-records.ts";
import { settled, type Attempted } from "./resolve-commit.ts";
import { Together } from "./batcher.ts";
import { writeBookings } from "./write-batch.ts";

/** Makes one change in a transaction of its own. */
type Alone = (
  accountId: AccountId,
  order: Member["order"],
  decide: Member["decide"],
) => Promise<BookingChangeAnswer<CancelRefusal>>;

/** What failed sooner than this is tried again alone; whoever waited longer has waited enough. */
const soonMs = 500;

/**
 * Changes of an account's bookings that wait at the same time share one transaction, so one commit:
 * keep the bookings and their slots from other writers, ask each one's rule, write all of them with
 * one statement for each table.
 *
 * Nothing waits for a row that somebody else keeps: such a booking is left out, and changed alone. So
 * is one whose change needs more than these writes, and every one of them when the transaction fails:
 * what one does is no other's concern. An unanswered COMMIT is found out about once, for all.
 */
export function changesTogether(engine: Engine, alone: Alone) {
  const look = lookAtBookings(engine);
  const write = writeBookings(engine);
  const accounts = new Map<AccountId, Together<Member, MemberAnswer>>();

  async function changeAll(accountId: AccountId, members: readonly Member[]) {
    const place = { accountId, key: newAttempt(), now: members[0]?.order.now ?? 0 };
    const startedAt = performance.now();
    let maybeMade = false;
    try {
      return await settled(engine, place, async () => {
        const attempted = await attempt(members, place);
        maybeMade = "failed" in attempted;
        return attempted;
      });
    } catch (error) {
      const isLate = performance.now() - startedAt > soonMs;
      if (maybeMade || (error instanceof DatabaseUnavailable && isLate)) throw error;
      return members.map(() => "alone" as const);
    }
  }

  async function attempt(
    members: readonly Member[],
    place: OutcomePlace,
  ): Promise<Attempted<readonly MemberAnswer[]>> {
    let answerWithoutTrace: readonly MemberAnswer[] | null = null;
    let keeps: BookingId | null = null;
    const act = (found: Found): PlannedWrites<readonly MemberAnswer[]> => {
      const decided = decideTogether(members, found.standing, found.outcomes);
      const { answers, changes, outcomes, repeated } = decided;
      const leavesTrace = changes.length > 0 || outcomes.length > 0 || repeated !== null;
      keeps = (changes[0] ?? outcomes[0])?.order.bookingId ?? null;
      answerWithoutTrace = leavesTrace ? null : answers;
      const writes = leavesTrace ? write(place, decided, found.standing) : [];
      return { answer: answers, writes };
    };
    try {
      return {
        answer: await engine.readThenWrite(
          (transaction) => look(transaction, place.accountId, members),
          act,
        ),
      };
    } catch (error) {
      if (!(error instanceof CommitOutcomeUnknown)) throw error;
      // Where nothing was written, what was decided stands, whatever became of the transaction.
      if (answerWithoutTrace !== null) return { answer: answerWithoutTrace };
      return { failed: "unclear", error, keeps };
    }
  }

  return async (accountId: AccountId, member: Member) => {
    let together = accounts.get(accountId);
    if (together === undefined) {
      together = new Together((members) => changeAll(accountId, members));
      accounts.set(accountId, together);
    }
    const answer = await together.add(member);
    return answer === "alone" ? alone(accountId, member.order, member.decide) : answer;
  };
}
