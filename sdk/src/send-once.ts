import { redactedError } from "./redact.ts";
import type { Runtime } from "./runtime.ts";
import { openTimeLimit, orAborted } from "./time-limit.ts";

/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: "manual";
    signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

export type Endpoint = "token" | "list" | "cancel";

export interface ServiceRequest {
  readonly endpoint: Endpoint;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Texts that must not appear in an error or a log line. */
  readonly secrets: readonly string[];
}

export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown;
}

/** No answer: the connection failed, or the attempt's time limit passed. */
export interface NoAnswer {
  readonly kind: "no answer";
  readonly timedOut: boolean;
  /** False when the request cannot have reached the service. */
  readonly mayHaveArrived: boolean;
  readonly cause: Error;
}

/** Sends a request and reads the whole answer. Throws only the outer signal's reason. */
export async function sendOnce(
  request: ServiceRequest,
  by: {
    readonly fetch: Fetch;
    readonly runtime: Runtime;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
): Promise<Answer | NoAnswer> {
  const overdue = new Error(`No answer within ${by.timeoutMs} ms.`);
  const limit = openTimeLimit(by.runtime, by.timeoutMs, () => overdue, by.signal);
  try {
    return await orAborted(exchange(request, by.fetch, limit.signal), limit.signal);
  } catch (error) {
    by.signal.throwIfAborted();
    const cause = error === overdue ? overdue : redactedError(error, request.secrets);
    const mayHaveArrived = !isBeforeSending(error);
    return { kind: "no answer", timedOut: error === overdue, mayHaveArrived, cause };
  } finally {
    limit.close();
  }
}

async function exchange(
  { method, url, headers, body }: ServiceRequest,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    // A redirect must not carry the token, or the secret, to another host.
    redirect: "manual",
    signal,
  });
  const text = await response.text();
  return {
    kind: "answer",
    status: response.status,
    header: (name) => response.headers.get(name),
    json: parse(text),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codesBeforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The name did not resolve, or the connection was not established. */
function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && codesBeforeSending.has(String(error.code))) return true;
  return error.cause !== error && isBeforeSending(error.cause);
}
