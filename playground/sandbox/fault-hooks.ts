import type { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "../../src/http/call/call.ts";
import type { Outcome } from "../../src/http/call/answers.ts";
import { cut, type Cut, type FaultInjection } from "../../src/http/pipeline.ts";
import { headerValues } from "../../src/http/call/raw-request.ts";
import { statusOf } from "../../src/http/call/sent-answer.ts";
import type { SandboxTokens } from "./sandbox-tokens.ts";
import {
  canHappenTo,
  faultKind,
  faultyEndpoints,
  type Fault,
  type FaultName,
  type FaultyRequest,
} from "./fault-kinds.ts";
import type { FaultQueue } from "./fault-queue.ts";
import type { Journal, SeenRequest } from "./journal.ts";
import { isProblem, readFaultHeader, type Problem } from "./read-fault.ts";

export interface FaultHookParts {
  readonly queue: FaultQueue;
  readonly tokens: SandboxTokens;
  readonly journal: Journal;
  /** Sets the fault for this request's lists. */
  readonly listFault: AsyncLocalStorage<FaultName>;
  readonly now: () => number;
  /** Requests and tokens per minute, as the answers' RateLimit headers show them. */
  readonly limits: { readonly requests: number; readonly tokens: number };
}

const faultHeader = "X-Sandbox-Fault";

/**
 * Applies faults to calls of the three endpoints, each at the step at which it happens in production:
 * refusals by rate limits and tokens precede faults of the service, and an answer is lost after its work was
 * committed. The answers themselves are the service's own.
 */
export function interveneWithFaults(parts: FaultHookParts): FaultInjection {
  const faults = new WeakMap<Call, Fault>();
  return {
    around: async (call, next) => {
      const what = describeCall(call);
      if (what === null) return next();
      const fault = chooseFault(call, what, parts.queue);
      if (fault !== null && isProblem(fault)) {
        return { refused: { why: "parameter-malformed", parameter: faultHeader, ...fault } };
      }
      const entry: SeenRequest = {
        requestId: call.id,
        at: parts.now(),
        endpoint: what.endpoint,
        fault: fault?.name ?? null,
        status: null,
      };
      parts.journal.add(entry);
      if (fault !== null) faults.set(call, fault);
      const outcome = await withFault(call, what, fault, parts, next);
      if (outcome !== cut) entry.status = statusOf(outcome);
      return outcome;
    },
    refuseWork: (call) => {
      const name = faults.get(call)?.name;
      if (name === "unavailable") return { refused: { why: "unavailable" } };
      return name === "unauthorized" ? { refused: { why: "token-refused" } } : null;
    },
  };
}

/** Runs a call with its fault. */
async function withFault(
  call: Call,
  { endpoint }: FaultyRequest,
  fault: Fault | null,
  parts: FaultHookParts,
  next: () => Promise<Outcome | Cut>,
): Promise<Outcome | Cut> {
  if (fault === null) return next();
  if (fault.name === "lost-request") return cut;
  if (fault.name === "rate-limited") {
    const resetSeconds = fault.amount ?? 1;
    const limit = endpoint === "oauth:token" ? parts.limits.tokens : parts.limits.requests;
    if (limit > 0) call.limit = { limited: true, limit, remaining: 0, endsAt: 0, resetSeconds };
    return { refused: { why: "rate-limited", retryAfterSeconds: resetSeconds } };
  }
  if (fault.name === "expired-token") endToken(call, parts.tokens);
  const outcome = await parts.listFault.run(fault.name, next);
  if (fault.name === "slow") await holdBack(call, fault.amount ?? 0);
  return fault.name === "lost-answer" ? cut : outcome;
}

/** Null for any other endpoint, which has no faults. */
function describeCall({ endpoint: name, target }: Call): FaultyRequest | null {
  const endpoint = faultyEndpoints.find((known) => known === name);
  if (endpoint === undefined) return null;
  const page = new URLSearchParams(target.query).get("page_number") ?? "1";
  return { endpoint, pageNumber: Number(page) };
}

/** The fault that the request's own header asks for, else the first waiting one that fits it. */
function chooseFault(
  { request }: Call,
  what: FaultyRequest,
  queue: FaultQueue,
): Fault | Problem | null {
  const [value, ...more] = headerValues(request, faultHeader.toLowerCase());
  if (value === undefined) return queue.take(what);
  if (more.length > 0) return { expected: "sent once: one request has one fault" };
  const fault = readFaultHeader(value);
  if (isProblem(fault) || canHappenTo(fault.name, what)) return fault;
  const { endpoints, laterPagesOnly } = faultKind(fault.name);
  const page = laterPagesOnly === undefined ? "" : " with page_number from 2 on";
  return { expected: `another fault here: ${fault.name} is for ${endpoints.join(", ")}${page}` };
}

function endToken({ request }: Call, tokens: SandboxTokens): void {
  const [value = ""] = headerValues(request, "authorization");
  const token = /^bearer +(\S+)$/i.exec(value.trim())?.[1];
  if (token !== undefined) tokens.end(token);
}

/** Waits for the delay, or until the caller's connection closes. */
async function holdBack({ request }: Call, delayMs: number): Promise<void> {
  const { socket } = request;
  const gone = new AbortController();
  const leave = () => gone.abort();
  socket.once("close", leave);
  await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => {});
  socket.off("close", leave);
}
