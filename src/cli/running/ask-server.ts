import type { Ask, Operation, Values } from "../../operations/operation.ts";
import { WrongUsage } from "../../operations/arguments.ts";
import { readServerVariables } from "../../service/settings.ts";
import { CommandFailed, type ServerAddress } from "../command-context.ts";

/**
 * Reads where commands run: the flag wins over the variables; null for the database. The key is never a flag,
 * because other users of the machine see those.
 */
export function readServerAddress(
  flag: string | null,
  environment: NodeJS.ProcessEnv,
): ServerAddress | null {
  const variables = readServerVariables(environment);
  const written = flag ?? variables.server();
  if (written === null) return null;
  if (flag === null && variables.databaseUrl() !== null) {
    throw new WrongUsage("BOOKING_SERVER and DATABASE_URL are both set: keep one of them.");
  }
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new WrongUsage(
      "--server must be the address of the operator's listener without a path, such as " +
        "https://operator.booking.example",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw new WrongUsage(
      "--server must be https://, except on this machine: the key would be seen.",
    );
  }
  const key = variables.key();
  if (key !== null) return { url, key };
  throw new WrongUsage(
    "BOOKING_KEY is not set: put the operator's key there, or the path of its file into BOOKING_KEY_FILE.",
  );
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** How long an answer may take; closing a large slot, or verifying a large account, takes minutes. */
const answerMostMs = 600_000;

/** Runs operations over the operator API. */
export function askServer(server: ServerAddress): Ask {
  return async (operation, values, body) => {
    const answer = await sendTo(server, operation, values, body);
    const text = await answer.text();
    if (answer.ok || answer.status in operation.answers) return parsed(text) as never;
    throw new CommandFailed(problemText(server, answer.status, text));
  };
}

/** Sends an operation's request. Throws `CommandFailed` where no service answers. */
export async function sendTo(
  { url, key }: ServerAddress,
  operation: Operation,
  values: Values,
  body?: string | AsyncIterable<Uint8Array>,
): Promise<Response> {
  const { method, conditional, params, query, body: takes } = operation;
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
      ...(takes !== null && { "content-type": takes.type }),
    },
    body: isJson ? JSON.stringify(Object.fromEntries(picked(values, named))) : (body ?? null),
    redirect: "error",
    signal: AbortSignal.timeout(answerMostMs),
    duplex: "half",
  } as const;
  return fetch(address, request).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause : error;
    throw new CommandFailed(`${url.origin} does not answer: ${cause.message}.`);
  });
}

function picked(values: Values, names: object): [string, unknown][] {
  return Object.entries(values).filter(([name, value]) => name in names && value !== undefined);
}

/** The sentence of a problem; it is worded for the command line. */
export function problemText({ url }: ServerAddress, status: number, text: string): string {
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
