import { readLimits, standardLimits, type CallLimits, type Limits } from "./call-limits.ts";
import { readDefaultHeaders, type DefaultHeaders } from "./default-headers.ts";
import { RequestError } from "./errors.ts";
import type { Logger } from "./log.ts";
import type { Fetch } from "./send-once.ts";
import type { TokenStore } from "./token-store.ts";

export interface BookingClientOptions extends CallLimits {
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
  /**
   * Headers that every request carries, for example for a gateway or for tracing. A function is called for
   * each request. The client's own headers cannot be replaced, except `user-agent`.
   */
  readonly headers?: DefaultHeaders | undefined;
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
  readonly limits: Limits;
  readonly headers: () => Readonly<Record<string, string>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the options; the environment fills those that are left out. */
export function readOptions(
  options: BookingClientOptions,
  environment: Environment,
): ClientSettings {
  const missing: string[] = [];
  const text = (option: keyof typeof variables): string => {
    const given = options[option] ?? environment[variables[option]];
    if (typeof given === "string" && given !== "") return given;
    missing.push(`${option} (or ${variables[option]})`);
    return "";
  };
  const baseUrl = text("baseUrl");
  const clientId = text("clientId");
  const { clientSecret } = options;
  const secret = typeof clientSecret === "function" ? clientSecret : text("clientSecret");
  const audience = text("audience");
  if (missing.length > 0) {
    const what = missing.length === 1 ? "An option is" : "Options are";
    throw new RequestError(
      `${what} missing: ${missing.join(", ")}. Hand each to BookingClient as a string, or set the variable.`,
      {},
    );
  }
  return {
    baseUrl: checkBaseUrl(baseUrl),
    clientId,
    clientSecret: typeof secret === "function" ? secret : () => secret,
    audience,
    language: options.language,
    limits: readLimits(options, standardLimits),
    headers: readDefaultHeaders(options.headers),
  };
}

/** The environment's variable for each option that must be known. */
const variables = {
  baseUrl: "BOOKING_BASE_URL",
  clientId: "BOOKING_CLIENT_ID",
  clientSecret: "BOOKING_CLIENT_SECRET",
  audience: "BOOKING_AUDIENCE",
} as const;

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
