import type { Fetch } from "../src/send-once.ts";
import type { Runtime } from "../src/runtime.ts";

/** A request that the scripted service received. */
export interface Received {
  readonly at: number;
  readonly endpoint: "token" | "list" | "cancel";
  readonly url: URL;
  readonly headers: Headers;
  readonly body: any;
  readonly redirect: string;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
}

/** The result of a request: an answer, a broken connection, or silence. */
export type Happening = ScriptedAnswer | Error | "silence";

type Handler = (received: Received) => Happening | Promise<Happening>;

/**
 * A `fetch` with a scripted service behind it. The handlers of an endpoint answer one request each, in turn,
 * and the last one answers all that follow. Tokens are "token-1", "token-2", … by default.
 */
export function scriptedService(
  runtime: Runtime,
  script: { token?: Handler[]; list?: Handler[]; cancel?: Handler[] } = {},
): { readonly fetch: Fetch; readonly received: Received[] } {
  const received: Received[] = [];
  let tokens = 0;
  const handlers = {
    token: script.token ?? [() => tokenAnswer(`token-${(tokens += 1)}`)],
    list: script.list ?? [() => ({ json: { page_number: 1, page_size: 100 } })],
    cancel: script.cancel ?? [() => ({ json: {} })],
  };
  const fetch: Fetch = async (url, init) => {
    const parsed = new URL(url);
    const endpoint = endpointOf(parsed);
    const request: Received = {
      at: runtime.now(),
      endpoint,
      url: parsed,
      headers: new Headers(init.headers),
      body: init.body === undefined ? undefined : JSON.parse(init.body),
      redirect: init.redirect,
    };
    received.push(request);
    const queue = handlers[endpoint];
    const handler = queue.length > 1 ? queue.shift() : queue[0];
    const happening: Happening | undefined = await handler?.(request);
    if (happening instanceof Error) throw happening;
    if (happening === "silence" || happening === undefined) {
      return new Promise((_, reject) => {
        init.signal.addEventListener("abort", () => reject(init.signal.reason));
      });
    }
    const { status = 200, headers = {}, json = {}, text = JSON.stringify(json) } = happening;
    const shown = new Headers({
      date: new Date(runtime.now()).toUTCString(),
      "x-request-id": request.headers.get("x-request-id") ?? "",
      ...headers,
    });
    return { status, headers: shown, text: async () => text };
  };
  return { fetch, received };
}

export function tokenAnswer(token: string, expiresIn = 3600): ScriptedAnswer {
  return { json: { access_token: token, token_type: "Bearer", expires_in: expiresIn } };
}

export function refusal(status: number, code?: number, message = "No."): ScriptedAnswer {
  return { status, json: { ...(code !== undefined && { code }), message } };
}

/** The error of a `fetch` whose server closes the connection. */
export function broken(code = "ECONNRESET"): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("it broke"), { code }) });
}

function endpointOf(url: URL): Received["endpoint"] {
  if (url.pathname.endsWith("/v1/oauth:token")) return "token";
  if (url.pathname.endsWith("/v1/interactions:fetchContactBookings")) return "list";
  if (url.pathname.endsWith("/v1/interactions:cancelInteractionBooking")) return "cancel";
  throw new Error(`Nothing at ${url.pathname}.`);
}
