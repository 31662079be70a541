import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { formatAccountName, type AccountName } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "../accounts/audit.ts";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import { schemaState } from "../migrations/schema-state.ts";
import type { Tables } from "../tables.ts";
import { beginMove, type BegunMove } from "./begin-move.ts";
import { copyAccount, followChanges, type MovePath } from "./follow-changes.ts";
import { finishMove } from "./finish-move.ts";
import { keepRun, MoveRefused, setMove, type AccountMoveRefusal } from "./move-state.ts";
import { followedTables } from "./moved-tables.ts";
import { removeRows } from "./remove-rows.ts";
import { takeMoveBack } from "./take-move-back.ts";

/** `move` begins the move or continues it; `back` undoes it; `finish` removes the account at the source. */
export type MoveStep = "move" | "back" | "finish";

export interface AccountMoveOrder {
  readonly account: AccountName;
  readonly step: MoveStep;
  readonly audit: AuditContext;
  /** Called with the number of rows copied so far. */
  readonly onProgress: (done: number, total: number) => void;
}

export interface AccountMove {
  readonly step: MoveStep;
  /** The rows that this run copied. */
  readonly copiedRows: number;
  /** How long neither installation took a write of the account; null where this run did not switch. */
  readonly pausedMs: number | null;
}

/**
 * Moves an account to another installation while it is served (decisions B360 to B362).
 *
 * Triggers at the source note the key of each changed row. The account is copied from a snapshot, then the
 * noted rows are brought over until few are left. A pause refuses the account's writes for at most
 * `pauseLimitMs`; it ends by itself. In it the last rows are brought over, and the source becomes `moved`
 * only if the pause has not ended. From then on the source refuses every write, so the target may begin.
 *
 * Each step is one transaction in one database, in an order that allows a kill between any two.
 */
export async function moveAccount(
  source: Engine,
  target: Engine,
  order: AccountMoveOrder,
): Promise<AccountMove | Refused<AccountMoveRefusal>> {
  try {
    await source.triggers.requireTriggers();
    if ((await schemaState(source)) !== "current") throw wrongSchema("--from");
    if ((await schemaState(target)) !== "current") throw wrongSchema("--to");
    const run = randomUUID();
    if (order.step === "back") await takeMoveBack(source, target, { ...order, run });
    else if (order.step === "finish") await finishMove(source, target, order);
    else return await move(source, target, order, run);
    return { step: order.step, copiedRows: 0, pausedMs: null };
  } catch (error) {
    if (error instanceof MoveRefused) return { refused: error.refusal };
    throw error;
  }
}

function wrongSchema(of: "--from" | "--to"): MoveRefused {
  return new MoveRefused({ why: "schema", of });
}

/** The parts of one run of the command. */
interface Run {
  readonly source: Engine;
  readonly target: Engine;
  readonly begun: BegunMove;
  readonly path: MovePath;
  readonly run: string;
  readonly order: AccountMoveOrder;
}

async function move(
  source: Engine,
  target: Engine,
  order: AccountMoveOrder,
  run: string,
): Promise<AccountMove> {
  const { account, audit, onProgress } = order;
  const begun = await beginMove(source, target, { account, run, now: audit.now });
  const { from, to } = begun;
  const inTarget: MovePath["inTarget"] = (work) =>
    target.write(async (transaction) => {
      await keepRun(transaction, target.locked, to, run);
      await work(transaction);
    });
  const path = { source, from, to, inTarget };
  const all = { source, target, begun, path, run, order };
  let copiedRows = 0;
  if (begun.sourceState === "copying") {
    await removeRows(to, async (work) => {
      let isDone = false;
      await inTarget(async (transaction) => {
        isDone = await work(transaction);
      });
      return isDone;
    });
    await source.triggers.create(from, followedTables);
    copiedRows = await copyAccount(path, onProgress);
    await target.analyze("all");
    await atSource(all, (transaction) => setMove(transaction, from, { state: "following" }));
  }
  let pausedAt: number | null = null;
  if (begun.sourceState !== "moved") pausedAt = await switchSource(all);
  if (begun.targetState === "arriving") await activateTarget(all);
  const pausedMs = pausedAt === null ? null : Math.ceil(performance.now() - pausedAt);
  await sleep(forgottenAfterMs);
  await followChanges(path, ["request_record"]);
  return { step: "move", copiedRows, pausedMs };
}

/** How long writes of the account may be refused before the switch. */
const pauseLimitMs = 2_000;
/** A pause begins after a round of few changes, or after one so short that the next ends within the pause. */
const fewChanges = 200;
const shortRoundMs = pauseLimitMs / 4;
const maxRounds = 200;
/**
 * The source's processes rely on what they remember of accounts for one second. Until then they may answer
 * lists, and records of requests are written after their answers.
 */
const forgottenAfterMs = 1_500;
const retryMs = 250;

/** Returns when the pause began, by `performance.now()`. */
async function switchSource(all: Run): Promise<number> {
  for (let round = 1; round <= maxRounds; round += 1) {
    const startedAt = performance.now();
    const changes = await followChanges(all.path);
    const roundMs = performance.now() - startedAt;
    if (changes > fewChanges && roundMs > shortRoundMs) continue;
    const pausedAt = performance.now();
    if (await pause(all)) {
      await followChanges(all.path);
      if (await endSource(all)) return pausedAt;
    }
    await sleep(retryMs);
  }
  throw new MoveRefused({ why: "too-busy" });
}

/** False when a long transaction of the account is open, such as an import. */
async function pause(all: Run): Promise<boolean> {
  const { source, begun } = all;
  return unlessBusy(() =>
    atSource(all, async (transaction) => {
      const now = await source.triggers.hold(transaction, begun.from);
      await setMove(transaction, begun.from, { paused_until: now + pauseLimitMs });
    }),
  );
}

/** False when the pause ended before: a write may have taken place, so the source keeps the account. */
async function endSource(all: Run): Promise<boolean> {
  const { source, begun, order } = all;
  let isEnded = false;
  const isFree = await unlessBusy(() =>
    source.write(async (transaction) => {
      const row = await keepRun(transaction, source.locked, begun.from, all.run);
      const now = await source.triggers.hold(transaction, begun.from);
      isEnded = row.paused_until !== null && now < row.paused_until;
      if (!isEnded) return;
      await setMove(transaction, begun.from, { state: "moved", paused_until: null });
      await raiseDirectoryVersion(transaction);
      const subject = formatAccountName(order.account);
      await recordAudit(transaction, order.audit, "account departed", null, subject);
    }),
  );
  return isFree && isEnded;
}

async function activateTarget({ path, begun, order }: Run): Promise<void> {
  const { account, audit } = order;
  await path.inTarget(async (transaction) => {
    await transaction.updateTable("account").set(account).where("id", "=", begun.to).execute();
    await setMove(transaction, begun.to, { state: "arrived" });
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "account arrived", begun.to, "account");
  });
}

async function atSource(
  { source, begun, run }: Run,
  work: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await source.write(async (transaction) => {
    await keepRun(transaction, source.locked, begun.from, run);
    await work(transaction);
  });
}

async function unlessBusy(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false;
    throw error;
  }
}
