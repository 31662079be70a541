import { readFileSync } from "node:fs";
import { parseRange } from "../http/call/client-address.ts";
import type { OidcSettings } from "../operator/api/oidc/identity-provider.ts";
import { readOidcSettings } from "./oidc-settings.ts";
import { readTracingSettings, type TracingSettings } from "./tracing-settings.ts";

/** The settings that the environment decides. `docs/operating.md` lists them for operators. */
export interface Settings {
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. */
  readonly databaseUrl: string;
  /** Connections of one process to PostgreSQL. */
  readonly poolSize: number;
  /** A transaction pooler gives every transaction another connection. */
  readonly pooler: boolean;
  /** PostgreSQL holds each statement to its account. */
  readonly rowSecurity: boolean;
  readonly host: string;
  readonly port: number;
  readonly operatorHost: string;
  readonly operatorPort: number;
  /** Open connections of the operator's listener. */
  readonly operatorConnectionsMax: number;
  /** The port of the account page that runs beside a demo. */
  readonly accountPagePort: number;
  readonly tokenLifetimeSeconds: number;
  /** Per IP address and minute; 0 is off, here and below. */
  readonly rateLimitRequests: number;
  readonly rateLimitTokens: number;
  readonly rateLimitRefusedTokens: number;
  /** Failed requests to the operator API without a valid key or session. */
  readonly rateLimitOperatorFailed: number;
  /** Addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  readonly traceRetentionDays: number;
  /** How long the feed of changes goes back. */
  readonly changesRetentionDays: number;
  /** After how many days without a slot a contact is erased; 0 is never. */
  readonly contactRetentionDays: number;
  /** Records of refused requests that an account may have in a day; 0: any number. */
  readonly traceRefusedPerDay: number;
  readonly pageSizeMax: number;
  readonly logLevel: string;
  /** The log has no line for each request. Only a demo sets this; there is no variable for it. */
  readonly leavesOutAnswers?: boolean;
  /** Absent where operators sign in with keys only. */
  readonly oidc?: OidcSettings;
  /** Absent where requests are not traced. */
  readonly tracing?: TracingSettings;
  /** How long requests are accepted after `/readyz` has turned 503. */
  readonly shutdownDelaySeconds: number;
  /** Whether nodes add up their counts in the database. */
  readonly sharesRateLimits: boolean;
  readonly shutdownGraceSeconds: number;
  /** How many server processes share the public port; with 1 there is no other process. */
  readonly processes: number;
}

/** A variable whose value cannot be used; the message is the sentence for the operator. */
export class WrongSetting extends Error {
  override name = "WrongSetting";
}

export const defaultDatabaseUrl = "sqlite:./data/booking.db";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
const day = 86_400;

/**
 * Reads the environment, once. Every variable also accepts `NAME_FILE`, the path of a file that
 * holds the value; an empty variable counts as unset. Throws `WrongSetting`.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const text = (name: string, byDefault: string) => readVariable(environment, name) ?? byDefault;
  const whole = (name: string, byDefault: number, least: number, most: number): number => {
    const value = text(name, String(byDefault));
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw wrong(
      name,
      value,
      least === most ? `${least}` : `a whole number from ${least} to ${most}`,
    );
  };
  /** The first is the default. */
  const oneOf = <Value extends string>(
    name: string,
    accepted: readonly [Value, ...Value[]],
  ): Value => {
    const value = text(name, accepted[0]);
    const known = accepted.find((each) => each === value);
    if (known !== undefined) return known;
    throw wrong(name, value, `one of ${accepted.join(", ")}`);
  };
  const refuse = (sentence: string) => new WrongSetting(sentence);
  const oidc = readOidcSettings(text, refuse);
  const tracing = readTracingSettings({ text, whole, oneOf, refuse });
  return {
    ...(oidc !== null && { oidc }),
    ...(tracing !== null && { tracing }),
    databaseUrl: readDatabaseUrl("DATABASE_URL", text("DATABASE_URL", defaultDatabaseUrl)),
    poolSize: whole("DATABASE_POOL_SIZE", 10, 2, 1_000),
    pooler: oneOf("DATABASE_POOLER", ["none", "transaction"]) === "transaction",
    rowSecurity: readRowSecurity(
      oneOf("ROW_LEVEL_SECURITY", ["off", "on"]),
      oneOf("DATABASE_POOLER", ["none", "transaction"]),
    ),
    host: text("HOST", "127.0.0.1"),
    port: whole("PORT", 8080, 0, 65_535),
    operatorHost: text("OPERATOR_HOST", "127.0.0.1"),
    operatorPort: whole("OPERATOR_PORT", 8081, 0, 65_535),
    operatorConnectionsMax: whole("OPERATOR_CONNECTIONS_MAX", 256, 8, 100_000),
    accountPagePort: whole("ACCOUNT_PAGE_PORT", 8090, 0, 65_535),
    tokenLifetimeSeconds: whole("TOKEN_LIFETIME_SECONDS", 3_600, 1, 30 * day),
    rateLimitRequests: whole("RATE_LIMIT_REQUESTS_PER_MINUTE", 3_000, 0, 1e9),
    rateLimitTokens: whole("RATE_LIMIT_TOKENS_PER_MINUTE", 300, 0, 1e9),
    rateLimitRefusedTokens: whole("RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE", 20, 0, 1e8),
    rateLimitOperatorFailed: whole("RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE", 60, 0, 1e9),
    sharesRateLimits: oneOf("RATE_LIMIT_STORE", ["none", "database"]) === "database",
    trustedProxies: readProxies(text("TRUSTED_PROXIES", "")),
    traceRetentionDays: whole("TRACE_RETENTION_DAYS", 30, 1, 3_650),
    changesRetentionDays: whole("CHANGES_RETENTION_DAYS", 30, 1, 3_650),
    contactRetentionDays: whole("CONTACT_RETENTION_DAYS", 0, 0, 36_500),
    traceRefusedPerDay: whole("TRACE_REFUSED_PER_DAY", 20_000, 0, 1e9),
    pageSizeMax: whole("PAGE_SIZE_MAX", 1_000, 1, 100_000),
    logLevel: readLogLevel(text("LOG_LEVEL", "info")),
    shutdownDelaySeconds: whole("SHUTDOWN_DELAY_SECONDS", 0, 0, 600),
    shutdownGraceSeconds: whole("SHUTDOWN_GRACE_SECONDS", 10, 0, 3_600),
    processes: readProcesses(
      whole("PROCESSES", 1, 1, 64),
      text("DATABASE_URL", "") === "sqlite::memory:",
    ),
  };
}

/**
 * The variables by which commands find a service, each read when it is asked for; the database's is here to be
 * refused beside it.
 */
export function readServerVariables(environment: NodeJS.ProcessEnv) {
  const read = (name: string) => readVariable(environment, name);
  return {
    server: () => read("BOOKING_SERVER"),
    key: () => read("BOOKING_KEY"),
    databaseUrl: () => read("DATABASE_URL"),
  };
}

function readVariable(environment: NodeJS.ProcessEnv, name: string): string | null {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  const given = (text: string | undefined) => text !== undefined && text !== "";
  if (given(value) && given(file)) {
    throw new WrongSetting(`${name} and ${name}_FILE are both set: keep one of them.`);
  }
  if (value !== undefined && given(value)) return value;
  if (file === undefined || !given(file)) return null;
  try {
    const content = readFileSync(file, "utf8").trim();
    return content === "" ? null : content;
  } catch (error) {
    // Neither the value nor the cause, which repeats it: somebody may have put a secret there.
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new WrongSetting(`${name}_FILE must be the path of a file that can be read (${code}).`);
  }
}

/** The message repeats the value, so the variable must be one that cannot hold a password. */
function wrong(name: string, value: string, accepted: string): WrongSetting {
  return new WrongSetting(`${name} is ${JSON.stringify(value)}, but must be ${accepted}.`);
}

/** Throws `WrongSetting`, which names the variable or flag and never repeats the value. */
export function readDatabaseUrl(name: string, value: string): string {
  if (/^sqlite:[^\n]+$/.test(value) || isPostgresUrl(value)) return value;
  const scheme = /^[a-z]+(?=:)/i.exec(value)?.[0];
  throw new WrongSetting(
    `${name} ${scheme === undefined ? "has no scheme" : `starts with ${scheme}:`}, ` +
      "but must be sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE.",
  );
}

/** A password with a character that is not percent-encoded breaks the URL. */
function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(value);
}

/** Row security is a session setting, which does not survive a transaction pooler. */
function readRowSecurity(value: string, pooler: string): boolean {
  if (value === "off" || pooler === "none") return value === "on";
  throw new WrongSetting(
    `ROW_LEVEL_SECURITY is ${value}, which needs sessions of the service's own: ` +
      "set it to off, or DATABASE_POOLER to none and DATABASE_URL to the server itself.",
  );
}

function readProcesses(processes: number, inMemory: boolean): number {
  if (processes === 1 || !inMemory) return processes;
  throw new WrongSetting(
    `PROCESSES is ${processes}, but a database in memory belongs to one process: ` +
      "set PROCESSES to 1, or DATABASE_URL to a file or a server.",
  );
}

function readProxies(value: string): string[] {
  const ranges = value
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
  if (ranges.every((range) => parseRange(range) !== null)) return ranges;
  throw wrong("TRUSTED_PROXIES", value, "addresses or CIDR ranges such as 10.0.0.0/8, with commas");
}

function readLogLevel(value: string): string {
  if (logLevels.includes(value)) return value;
  throw wrong("LOG_LEVEL", value, `one of ${logLevels.join(", ")}`);
}
