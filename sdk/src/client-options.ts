import { RequestError } from "./errors.ts";
import type { Logger } from "./log.ts";
import type { Fetch } from "./send-once.ts";
import type { TokenStore } from "./token-store.ts";

export interface BookingClientOptions {
  /** Your API host, such as `https://bookings.example.com`. Default: `BOOKING_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Default: `BOOKING_CLIENT_ID`. */
  readonly clientId?: string | undefined;
  /**
   * The secret, or a function that fetches it, for example from a secret manager. The function is called for
   * each new token, so a rotated secret is used at once. Default: `BOOKING_CLIENT_SECRET`.
   */
  readonly clientSecret?: string | (() => string | Promise<string>) | undefined;
  /** Default: `BOOKING_AUDIENCE`. */
  readonly audience?: string | undefined;
  /** The language of campaign texts, such as `fr`. Default: the campaign's own. */
  readonly language?: string | undefined;
  /** The time limit of one attempt, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of a whole call with its retries and waits, in milliseconds. Default: 30,000. */
  readonly totalTimeoutMs?: number | undefined;
  /** How many times a failed request is sent again. Default: 3; 0 for never. */
  readonly retries?: number | undefined;
  /** A longer `Retry-After` is reported at once instead of waited for. Default: 15,000 milliseconds. */
  readonly maxRetryAfterMs?: number | undefined;
  /** For proxies, certificates, tests. Default: the runtime's own. */
  readonly fetch?: Fetch | undefined;
  /** For example `console`. It never receives secrets, tokens or external ids. */
  readonly logger?: Logger | undefined;
  /** For several processes that share a token. Default: each keeps its own. */
  readonly tokenStore?: TokenStore | undefined;
}

export interface ClientSettings {
  /** Without a trailing slash. */
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

/** Reads the settings from the options; the environment fills those that are left out. */
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

/** The runtime's environment; edge runtimes may have none. */
export function processEnvironment(): Environment {
  return typeof process === "undefined" ? {} : process.env;
}

function checkBaseUrl(text: string): string {
  const wrong = (what: string) =>
    new RequestError(`baseUrl ${what}. It looks like https://bookings.example.com`, {});
  // The message does not repeat the address, because it may contain a password.
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

/** The largest delay of timers. */
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
