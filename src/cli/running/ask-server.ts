import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { NoAnswer } from "../../operations/machinery/no-answer.ts";
import { isStreamed } from "../../operations/machinery/operations-of.ts";
import type { Ask, Operation, Upload, Values } from "../../operations/machinery/operation.ts";
import { goneSoFar } from "./asking.ts";
import { CommandFailed, type ServerAddress } from "../command-context.ts";

/** How long an answer may take; closing a large slot, or verifying a large account, takes minutes. */
const answerMostMs = 600_000;
/** How long an answer may take that waits half a minute for changes. */
const waitedMostMs = 60_000;
/** How long a busy service is asked again; a wait is as long as its `Retry-After` says, up to a minute. */
const busyMostMs = 600_000;
const waitMostMs = 60_000;

/** Runs operations over the operator API. `say` takes the words about a wait. */
export function askServer(server: ServerAddress, say: (text: string) => void): Ask {
  return async (operation, values, body) => {
    const endsAt = performance.now() + busyMostMs;
    for (;;) {
      const answer = await send(server, operation, values, body);
      if (answer.ok && operation.download !== undefined) return download(server, answer) as never;
      const text = await textOf(server, answer);
      if (answer.status === 202 && answer.headers.has("retry-after")) {
        say(goneSoFar(parsed(text)));
        continue;
      }
      if (answer.ok || answer.status in operation.answers) return parsed(text) as never;
      const message = problemText(server, answer.status, text);
      if ([502, 503, 504].includes(answer.status)) throw new NoAnswer(message, true);
      const waitMs = 1000 * Number(answer.headers.get("retry-after") ?? Number.NaN);
      // Waiting makes a bad key no better.
      const isBusy = answer.status === 429 && !text.includes(":too-many-attempts");
      if (!isBusy || !(waitMs >= 0) || performance.now() > endsAt) throw new CommandFailed(message);
      say(`${message} Trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await sleep(Math.min(waitMs, waitMostMs));
    }
  };
}

/** Sends an operation's request. Throws `NoAnswer` where no service answers. */
async function send(
  server: ServerAddress,
  operation: Operation,
  values: Values,
  body?: string | Upload,
): Promise<Response> {
  const { url, key } = server;
  const { idempotency_key: idempotencyKey } = values;
  const { method, conditional, params, query, body: takes } = operation;
  const isLong = operation.download !== undefined || isStreamed(operation);
  const isJson = takes?.type === "application/json";
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const address = new URL(`/operator/v1${path}`, url);
  for (const [name, value] of picked(values, query.properties)) {
    for (const each of [value].flat()) address.searchParams.append(name, String(each));
  }
  const named = isJson ? (takes.schema as typeof params).properties : {};
  const request = {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "booking-words": "command",
      ...(conditional === true && { "if-match": "*" }),
      ...(typeof idempotencyKey === "string" && { "idempotency-key": idempotencyKey }),
      ...(takes !== null && { "content-type": takes.type }),
    },
    body: isJson ? JSON.stringify(Object.fromEntries(picked(values, named))) : bodyOf(body),
    redirect: "error",
    duplex: "half",
    // A file may take hours; its pieces come within five minutes, or the connection is cut.
    ...(!isLong && {
      signal: AbortSignal.timeout("wait" in values ? waitedMostMs : answerMostMs),
    }),
  } as const;
  return fetch(address, request).catch((error: Error) => {
    throw noAnswer(server, error);
  });
}

function bodyOf(body: string | Upload = ""): string | AsyncIterable<Uint8Array> | null {
  if (typeof body !== "string") return counted(body);
  return body === "" ? null : body;
}

async function* counted({ open, onProgress }: Upload): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const piece of open() as AsyncIterable<Uint8Array>) {
    yield piece;
    done += piece.length;
    onProgress({ step: "reading", done });
  }
}

function noAnswer({ url }: ServerAddress, error: Error): NoAnswer {
  const cause = error.cause instanceof Error ? error.cause : error;
  const { syscall = "" } = cause as NodeJS.ErrnoException;
  const wasSent = !["connect", "getaddrinfo"].includes(syscall);
  return new NoAnswer(`${url.origin} does not answer: ${cause.message}.`, wasSent);
}

function textOf(server: ServerAddress, answer: Response): Promise<string> {
  return answer.text().catch((error: Error) => {
    throw noAnswer(server, error);
  });
}

/** The answer as a stream of text, which fails with `NoAnswer` where it breaks off. */
function download(server: ServerAddress, { body }: Response): Readable {
  return Readable.from(
    (async function* () {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      try {
        for await (const piece of body ?? []) yield decoder.decode(piece, { stream: true });
      } catch (error) {
        throw noAnswer(server, error as Error);
      }
    })(),
  );
}

function picked(values: Values, names: object): [string, unknown][] {
  return Object.entries(values).filter(([name, value]) => name in names && value !== undefined);
}

/** The sentence of a problem; it is worded for the command line. */
function problemText({ url }: ServerAddress, status: number, text: string): string {
  const { detail } = (parsed(text) ?? {}) as { readonly detail?: unknown };
  if (typeof detail === "string") return detail;
  return `${url.origin} answered with status ${status}: it may not be the operator's listener.`;
}

/** Null for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
