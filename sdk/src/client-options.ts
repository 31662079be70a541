import { RequestError } from "./errors.ts";
import type { Logger } from "./log.ts";
import type { Fetch } from "./send-once.ts";
import type { TokenStore } from "./token-store.ts";

export interface BookingClientOptions {
  /** Your API host, such as `https://bookings.example.com`. Else `BOOKING_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Else `BOOKING_CLIENT_ID`. */
  readonly clientId?: string | undefined;
  /**
   * The secret, or a function that fetches it, for example from a secret manager; it is asked for
   * each new token, so that a rotated secret is picked up. Else `BOOKING_CLIENT_SECRET`.
   */
  readonly clientSecret?: string | (() => string | Promise<string>) | undefined;
  /** Else `BOOKING_AUDIENCE`. */
  readonly audience?: string | undefined;
  /** Language of campaign texts, such as `fr`; the campaign's own when left out. */
  readonly language?: string | undefined;
  /** For one attempt, in milliseconds. 10,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** For a whole call with its retries and waits, in milliseconds. 30,000 when left out. */
  readonly totalTimeoutMs?: number | undefined;
  /** How many times a failed request is sent again. 3 when left out; 0 for never. */
  readonly retries?: number | undefined;
  /** A longer `Retry-After` is not waited for but reported at once. 15,000 when left out. */
  readonly maxRetryAfterMs?: number | undefined;
  /** The runtime's own when left out; for proxies, certificates, tests. */
  readonly fetch?: Fetch | undefined;
  /** For example `console`. It never sees secrets, tokens or external ids. */
  readonly logger?: Logger | undefined;
  /** Where several processes share a token; each keeps its own when left out. */
  readonly tokenStore?: TokenStore | undefined;
}

export interface ClientSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: () => string | Promise<string>;
  readonly audience: string;
  readonly language: string | undefined;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly retries: number;
  readonly maxRetryAfterMs: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from the options, and from the environment where they are silent. */
export function readOptions(
  options: BookingClientOptions,
  environment: Environment,
): ClientSettings {
  const text = (option: "baseUrl" | "clientId" | "audience" | "clientSecret", variable: string) => {
    const given = options[option] ?? environment[variable];
    if (typeof given === "string" && given !== "") return given;
    throw new RequestError(
      `${option} is missing: hand it to BookingClient as a string, or set ${variable}.`,
      {},
    );
  };
  const baseUrl = checkBaseUrl(text("baseUrl", "BOOKING_BASE_URL"));
  const clientId = text("clientId", "BOOKING_CLIENT_ID");
  const given = options.clientSecret;
  const secret =
    typeof given === "function" ? given : text("clientSecret", "BOOKING_CLIENT_SECRET");
  return {
    baseUrl,
    clientId,
    clientSecret: typeof secret === "function" ? secret : () => secret,
    audience: text("audience", "BOOKING_AUDIENCE"),
    language: options.language,
    timeoutMs: number(options, "timeoutMs", 10_000, 1),
    totalTimeoutMs: number(options, "totalTimeoutMs", 30_000, 1),
    retries: number(options, "retries", 3, 0),
    maxRetryAfterMs: number(options, "maxRetryAfterMs", 15_000, 0),
  };
}

/** What the runtime has of an environment; edge runtimes may have none. */
export function processEnvironment(): Environment {
  return typeof process === "undefined" ? {} : process.env;
}

function checkBaseUrl(text: string): string {
  const wrong = (what: string) =>
    new RequestError(`baseUrl ${what}. It looks like https://bookings.example.com`, {});
  // The address is not repeated: somebody may have put a password into it.
  if (!URL.canParse(text)) throw wrong("is not a URL");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw wrong("is not https:// or http://");
  if (url.username !== "" || url.password !== "") throw wrong("must not hold a user or password");
  if (url.search !== "" || url.hash !== "") throw wrong("must not hold a query or a fragment");
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith("/v1")) throw wrong("ends before /v1, which the client adds itself");
  return url.origin + path;
}

/** The largest delay that timers take. */
const longestMs = 2 ** 31 - 1;

type NumberOption = "timeoutMs" | "totalTimeoutMs" | "retries" | "maxRetryAfterMs";

function number(
  options: BookingClientOptions,
  name: NumberOption,
  standard: number,
  least: number,
): number {
  const value = options[name] ?? standard;
  if (Number.isInteger(value) && value >= least && value <= longestMs) return value;
  throw new RequestError(`${name} is a whole number from ${least} to ${longestMs}.`, {});
}
