import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  AlreadyDone,
  type KeptAnswer,
  type IdempotentRequest,
} from "../../domain/idempotent-request.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { NamedAccount, Operator } from "../../store/doors/access.ts";
import { digestOf } from "./digest.ts";
import type { Operation, Order, Parts, Reply } from "./operation.ts";
import { isStreamed, namesAccount } from "./operations-of.ts";
import { problems, type AnyRefusal } from "./problems.ts";
import type { Store } from "../../store/store.ts";
import { parseAccountName, type AccountId, type AccountName } from "../../domain/account.ts";

/** Stands for the account of operations whose path names none, or no account; they do not read it. */
export const ofNone = Object.freeze({}) as NamedAccount;

/** The headers of an answer whose work is not done: the same request again goes on. */
export const goesOn: Readonly<Record<string, string>> = { "retry-after": "1" };

type Answer = Reply | Refused<AnyRefusal>;
type AnyOrder = Order<unknown, unknown, unknown>;

/** How often, and after how long, a repetition looks for figures that the first request is about to keep. */
const looksMost = 20;
const lookAgainMs = 50;

/**
 * Runs an operation, and one that writes only once under an idempotency key: the same request again gets the first
 * answer, and another one is refused. The record is written with the change (`AuditContext.once`), or after `run`
 * where that changed nothing. What keeps its answer in no record (`isFinal`) is run again.
 */
export async function runOnce(
  operation: Operation,
  parts: Parts,
  order: AnyOrder,
  found: NamedAccount | Refused<AnyRefusal>,
): Promise<Answer> {
  // Of an account that was deleted, the deletion still has its answer.
  const isGone = isRefused<AnyRefusal>(found);
  const account = isGone ? ofNone : found;
  const { hasDeletion = false } = account;
  const isRefusedNow = hasDeletion && operation.writes && operation.onDeleted !== true;
  if (isRefusedNow && (await parts.store.accounts.isBeingDeleted(account.id))) {
    return { refused: { why: "account-being-deleted" } };
  }
  const run = (audit = order.audit) =>
    isGone ? found : operation.run(parts, { ...order, audit } as never, account);
  if (order.idempotencyKey === null || !operation.writes) return run();
  if (isGone && operation.appliesTo !== "installation") return found;
  const { idempotentRequests } = parts.store;
  const request = requestOf(operation, order, order.idempotencyKey, account);
  const { now } = order.audit;
  const again = async (kept: KeptAnswer, { digest } = request) => {
    if (kept.digest !== digest) return { refused: { why: "idempotency-key-reused" } } as const;
    let whole = kept;
    for (let looks = 0; looks < looksMost && lacksFigures(operation, whole); looks += 1) {
      await sleep(lookAgainMs);
      whole = (await idempotentRequests.find(request, now)) ?? whole;
    }
    return answerAgain(operation, parts, order, account, whole);
  };
  const earlier = await idempotentRequests.find(request, now);
  // The digest of a stream is known when all of it has arrived.
  if (earlier !== null && !isStreamed(operation)) return again(earlier);
  let answer: Answer;
  try {
    answer = await run({ ...order.audit, once: request });
  } catch (error) {
    const kept =
      error instanceof AlreadyDone && (await idempotentRequests.find(error.request, now));
    if (!(error instanceof AlreadyDone) || !kept) throw error;
    return again(kept, error.request);
  }
  if (isStreamed(operation)) return answer;
  const standing = await idempotentRequests.find(request, now);
  if (standing !== null && standing.attempt !== request.attempt) return again(standing);
  if (!isFinal(answer)) return answer;
  const isKept = standing !== null && isWhole(operation, standing, answer);
  const kept = isKept
    ? standing
    : await idempotentRequests.keep(
        { ...request, status: statusOf(answer) },
        madeBy(operation, answer),
        now,
      );
  return kept.attempt === request.attempt ? answer : again(kept);
}

/**
 * Whether the same request would get this answer for a day. A failed precondition is answered with the line that
 * stands there, which may hold a name, and is another one with the next `If-Match`.
 */
function isFinal(answer: Answer): boolean {
  const status = statusOf(answer);
  if (!isRefused(answer) && answer.headers === goesOn) return false;
  return ![401, 403, 412, 428, 429].includes(status) && status < 500;
}

function statusOf(answer: Answer): number {
  return isRefused<AnyRefusal>(answer)
    ? problems[answer.refused.why].status
    : (answer.status ?? 200);
}

/** Whether the record that was written with the change is enough to make the answer again. */
function isWhole({ again }: Operation, { status }: KeptAnswer, answer: Answer): boolean {
  const hasAll = again !== undefined || isRefused(answer) || answer.body === null;
  return hasAll && status === statusOf(answer);
}

/** Whether the record has only what was written with the change: its request is about to end, or its process has. */
function lacksFigures({ again }: Operation, { status, made }: KeptAnswer): boolean {
  return again === undefined && status !== 204 && !isRefused(made) && made["body"] === undefined;
}

/** What is kept of an answer; what an operation reads again (`again`) is not. */
function madeBy({ again, repeats = [] }: Operation, answer: Answer): KeptAnswer["made"] {
  if (isRefused<AnyRefusal>(answer)) return { refused: answer.refused };
  if (again !== undefined) return {};
  const { headers } = answer;
  const fields = Object.entries(answer.body ?? {}).filter(([name]) => !repeats.includes(name));
  return { body: answer.body && Object.fromEntries(fields), headers };
}

async function answerAgain(
  operation: Operation,
  parts: Parts,
  order: AnyOrder,
  account: NamedAccount,
  kept: KeptAnswer,
): Promise<Answer> {
  const { again } = operation;
  const { status, made } = kept;
  if (isRefused<AnyRefusal>(made)) return made;
  if (again === "secret")
    return { refused: { why: "secret-shown-once", made: String(made["subject"]) } };
  if (again !== undefined) {
    const answer = await again(parts, order as never, account, made);
    return isRefused<AnyRefusal>(answer) ? answer : { ...answer, status };
  }
  // The process ended between the change and the end of its answer.
  if (lacksFigures(operation, kept)) return { refused: { why: "answer-not-kept" } };
  if (status === 204) return { status, body: null };
  const { body = null, headers } = made as Partial<Reply>;
  const asked = Object.entries(order.body ?? {}).filter(([name]) =>
    operation.repeats?.includes(name),
  );
  return {
    status,
    body: body && { ...Object.fromEntries(asked), ...body },
    ...(headers && { headers }),
  };
}

function requestOf(
  operation: Operation,
  { audit, operator, params, query, body }: AnyOrder,
  key: string,
  account: NamedAccount,
): IdempotentRequest {
  const { method, path, answers, appliesTo } = operation;
  // A command gives each attempt at an import another id.
  const { import: _, ...asked } = query as Readonly<Record<string, unknown>>;
  const sent = isStreamed(operation) ? null : (body ?? null);
  return {
    // A deleted account takes its own records with it.
    accountId: namesAccount(operation) && appliesTo !== "installation" ? account.id : 0,
    // A name that was revoked may be given to another key. A command line has no id.
    operator: operator.id ?? audit.actor,
    keyHash: digestOf(key),
    // With the key, which nobody keeps, so that no external id can be guessed from it.
    digest: digestOf([key, method, path, params, asked, sent]),
    attempt: randomUUID(),
    status: Number(Object.keys(answers)[0]),
  };
}

/** Whether the account is one of the operator's. */
export function maySee({ accounts }: Pick<Operator, "accounts">, id: AccountId): boolean {
  return accounts === null || accounts.some((each) => each.id === id);
}

/** Unknown and foreign accounts have the same answer. */
export function unknownAccount(written: string) {
  const account =
    parseAccountName(written) ?? ({ tenant: written, environment: "development" } as const);
  return { refused: { why: "unknown-account", account } } as const;
}

/** The account of this name; null where it does not exist or is not the operator's. */
export async function visibleAccount(
  store: Pick<Store, "accounts">,
  operator: Pick<Operator, "accounts">,
  name: AccountName,
): Promise<NamedAccount | null> {
  const account = await store.accounts.named(name);
  return account !== null && maySee(operator, account.id) ? account : null;
}
