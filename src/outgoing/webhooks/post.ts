import type { LookupAddress } from "node:dns";
import type { ClientRequest, IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { urlToHttpOptions } from "node:url";
import { programVersion } from "../../domain/program-version.ts";
import { addressJudge, refuseUrl, type WebhookReach } from "../../domain/webhooks/address.ts";
import type { Posts } from "./posts.ts";
import type { Attempt } from "../../domain/webhooks/delivery.ts";

const http = process.getBuiltinModule("node:http");

/** How long a receiver has for its whole answer. */
const timeLimitMs = 15_000;
/** Posts that end together leave their connections for the next ones, which would each begin with a handshake. */
const idleMs = 4_000;
/** An answer is read up to here, and its first bytes are kept; what counts is its status. */
const readLimitBytes = 64 * 1024;
const keptBytes = 2048;
/** Answers with a status of 1xx before the answer. */
const interimMax = 20;

/** Posts to one receiver, over a bounded number of connections. */
export interface Poster {
  /** Never throws: a failure is an attempt without a status. */
  post(headers: Readonly<Record<string, string>>, body: string): Promise<Attempt>;
  close(): void;
}

export interface PosterParts {
  readonly reach: WebhookReach;
  /** Looks names up, unguarded. */
  readonly look: LookupFunction;
  readonly posts: Pick<Posts, "limits" | "noteConnection" | "bound">;
  readonly limitMs?: number;
}

/**
 * Opens connections to a receiver. Each is judged by the address that it leads to, at the moment at which the name
 * was resolved for it; nothing follows a redirect.
 */
export function openPoster(
  url: string,
  { reach, look, posts, limitMs = timeLimitMs }: PosterParts,
): Poster {
  const protocol = url.startsWith("http:") ? http : https;
  const agent = new protocol.Agent({
    keepAlive: true,
    maxSockets: posts.limits.ofPart,
    maxFreeSockets: posts.limits.ofPart,
    // A connection that is idle for so long is closed. While a post is under way, `limitMs` counts.
    timeout: idleMs,
    lookup: guardLookup(reach, look),
  });
  posts.bound(agent);
  const target = urlToHttpOptions(new URL(url));
  // The settings may have changed since the webhook was made, and a literal address is not looked up.
  const isRefused = refuseUrl(url, reach) !== null;
  const send = (headers: Readonly<Record<string, string>>, body: string): Promise<Answered> => {
    const timeLimit = AbortSignal.timeout(limitMs);
    const request = protocol.request({
      ...target,
      method: "POST",
      agent,
      signal: timeLimit,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": `booking-service/${programVersion}`,
      },
    });
    request.once("socket", posts.noteConnection.bind(posts));
    const answered = awaitAnswer(request, timeLimit);
    request.end(body);
    return answered;
  };
  return {
    post: async (headers, body) => {
      const at = Date.now();
      const begun = performance.now();
      const took = () => Math.round(performance.now() - begun);
      if (isRefused) return failed({ error: "address-refused", at, ms: 0 });
      try {
        return { ...(await send(headers, body)), error: null, at, ms: took() };
      } catch (error) {
        return failed({ error: wordFor(error as NodeJS.ErrnoException), at, ms: took() });
      }
    },
    close: () => agent.destroy(),
  };
}

type Answered = Pick<Attempt, "status" | "answer" | "retryAfterMs">;

function failed(facts: Pick<Attempt, "error" | "at" | "ms">): Attempt {
  return { ...facts, status: null, answer: null, retryAfterMs: null };
}

/** A word for the log of deliveries, without an address or a name: a code such as ECONNREFUSED. */
function wordFor({ code, message }: NodeJS.ErrnoException): string {
  if (message === "timeout") return "timeout";
  return code !== undefined && /^[A-Za-z0-9_]{1,64}$/.test(code) ? code : "failed";
}

/** Rejects where no answer begins. An answer that has begun counts, whatever happens to it then. */
function awaitAnswer(request: ClientRequest, timeLimit: AbortSignal): Promise<Answered> {
  return new Promise((settle, fail) => {
    let isAnswered = false;
    let interim = 0;
    request.on("information", () => {
      interim += 1;
      if (interim > interimMax) request.destroy(new Error("interim"));
    });
    request.on("error", (error) => {
      if (!isAnswered) fail(timeLimit.aborted ? new Error("timeout") : error);
    });
    request.once("response", (response) => {
      isAnswered = true;
      void readAnswer(response).then(settle);
    });
    // A connection that goes over to another protocol is closed without an error.
    request.once("close", () => {
      if (!isAnswered) fail(new Error("closed"));
    });
  });
}

/** Reads the answer's beginning. An answer that breaks off, or does not end, has its status all the same. */
function readAnswer(response: IncomingMessage): Promise<Answered> {
  const kept: Buffer[] = [];
  let size = 0;
  return new Promise((settle) => {
    response.on("data", (chunk: Buffer) => {
      if (size < keptBytes) kept.push(chunk.subarray(0, keptBytes - size));
      size += chunk.length;
      if (size > readLimitBytes) response.destroy();
    });
    // What broke the answer off says no more than its status.
    response.on("error", () => {});
    response.once("close", () =>
      settle({
        status: response.statusCode ?? null,
        answer: Buffer.concat(kept).toString("utf8").replaceAll("\0", ""),
        retryAfterMs: readRetryAfter(response.headers["retry-after"]),
      }),
    );
  });
}

/** Reads a `Retry-After` of seconds or of a date, as milliseconds from now. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Resolves a name to those of its addresses that may be reached; to none is an error. */
export function guardLookup(
  reach: Pick<WebhookReach, "networks">,
  look: LookupFunction,
): LookupFunction {
  const mayReach = addressJudge(reach);
  return (name, options, answer) =>
    look(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return answer(error, []);
      const good = (found as LookupAddress[]).filter(({ address }) => mayReach(address));
      const [first] = good;
      if (first === undefined) {
        const refused = Object.assign(new Error("refused"), { code: "address_refused" });
        return answer(refused, []);
      }
      return options.all === true ? answer(null, good) : answer(null, first.address, first.family);
    });
}
