import { isLoopbackHost } from "../domain/account.ts";
import { accountLimits, allLimits, type LimitSettings } from "../domain/account-limits.ts";
import { operatorRoles, parseRoleMappings } from "../domain/operator.ts";
import type { AddressRange } from "../domain/webhooks/address.ts";
import { parseSealingKey } from "../domain/webhooks/signature.ts";
import { parseRange } from "../http/call/address-range.ts";
import type { OidcSettings } from "../operator/api/oidc/identity-provider.ts";
import { readMetricsExportSettings, readTracingSettings } from "./telemetry-settings.ts";
import { Variables, WrongSetting, wrongValue } from "./variables.ts";

/** What `readSettings` reads. `docs/operating.md` lists the settings for operators. */
export type Settings = Readonly<ReturnType<typeof readSettings>> & {
  /** The log has no line for each request. Only a demo sets this; there is no variable for it. */
  readonly leavesOutAnswers?: boolean;
};

export const defaultDatabaseUrl = "sqlite:./data/booking.db";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const day = 86_400;

/** Reads the environment, once. Throws `WrongSetting`. */
export function readSettings(environment: NodeJS.ProcessEnv | Variables) {
  const variables = environment instanceof Variables ? environment : new Variables(environment);
  const text = variables.text.bind(variables);
  const whole = variables.whole.bind(variables);
  const oneOf: Variables["oneOf"] = variables.oneOf.bind(variables);
  const databaseUrl = readDatabaseUrl("DATABASE_URL", text("DATABASE_URL", defaultDatabaseUrl));
  const oidc = readOidcSettings(variables);
  const tracing = readTracingSettings(variables);
  const metricsExport = readMetricsExportSettings(variables);
  return {
    /** Absent where operators sign in with keys only. */
    ...(oidc !== null && { oidc }),
    /** Absent where requests are not traced. */
    ...(tracing !== null && { tracing }),
    /** Absent where metrics are only read, at `/metrics`. */
    ...(metricsExport !== null && { metricsExport }),
    /** `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. */
    databaseUrl,
    /** Connections of one process to PostgreSQL. */
    poolSize: whole("DATABASE_POOL_SIZE", 10, 2, 1_000),
    /** A transaction pooler gives every transaction another connection. */
    pooler: oneOf("DATABASE_POOLER", ["none", "transaction"]) === "transaction",
    /** PostgreSQL holds each statement to its account. */
    rowSecurity: readRowSecurity(
      oneOf("ROW_LEVEL_SECURITY", ["off", "on"]),
      oneOf("DATABASE_POOLER", ["none", "transaction"]),
    ),
    host: text("HOST", "127.0.0.1"),
    port: whole("PORT", 8080, 0, 65_535),
    operatorHost: text("OPERATOR_HOST", "127.0.0.1"),
    operatorPort: whole("OPERATOR_PORT", 8081, 0, 65_535),
    /** Open connections of the operator's listener. */
    operatorConnectionsMax: whole("OPERATOR_CONNECTIONS_MAX", 256, 8, 100_000),
    /** Requests of one key to the operator API that are served at once; the others wait. */
    operatorReadsPerKey: whole("OPERATOR_READS_PER_KEY", 2, 1, 1_000),
    operatorWritesPerKey: whole("OPERATOR_WRITES_PER_KEY", 16, 1, 1_000),
    /** The port of the account page that runs beside a demo. */
    accountPagePort: whole("ACCOUNT_PAGE_PORT", 8090, 0, 65_535),
    tokenLifetimeSeconds: whole("TOKEN_LIFETIME_SECONDS", 3_600, 1, 30 * day),
    /** Per IP address and minute, as the two below; 0 is off. */
    rateLimitRequests: whole("RATE_LIMIT_REQUESTS_PER_MINUTE", 3_000, 0, 1e9),
    rateLimitTokens: whole("RATE_LIMIT_TOKENS_PER_MINUTE", 300, 0, 1e9),
    rateLimitRefusedTokens: whole("RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE", 20, 0, 1e8),
    /** Failed requests to the operator API without a valid key or session, per IP address; 0 is off. */
    rateLimitOperatorFailed: whole("RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE", 60, 0, 1e9),
    /** What keys make over the operator API, for each account; see `Creations`. */
    rateLimitCreations: whole("RATE_LIMIT_CREATIONS_PER_MINUTE", 600, 100, 1e9),
    /** Holds that a key makes; 0 is off. */
    rateLimitHolds: whole("RATE_LIMIT_HOLDS_PER_SECOND", 100, 0, 1e6),
    /** Whether nodes add up their counts in the database. */
    sharesRateLimits: oneOf("RATE_LIMIT_STORE", ["none", "database"]) === "database",
    /** Addresses and CIDR ranges. */
    trustedProxies: readProxies(text("TRUSTED_PROXIES", "")),
    /** 32 bytes in base64; empty where no webhook can be made or signed. */
    webhookSecretKey: readSealingKey(text("WEBHOOK_SECRET_KEY", "")),
    /** Ranges that webhooks may reach although they are not public. */
    webhookNetworks: readNetworks(text("WEBHOOK_NETWORKS", "")),
    webhookAllowHttp: oneOf("WEBHOOK_ALLOW_HTTP", ["false", "true"]) === "true",
    /** Posts that are open at once. */
    webhookPosts: whole("WEBHOOK_POSTS_MAX", 128, 1, 10_000),
    webhookPostsPerAccount: whole("WEBHOOK_POSTS_PER_ACCOUNT", 64, 1, 10_000),
    webhookPostsPerWebhook: whole("WEBHOOK_POSTS_PER_WEBHOOK", 32, 1, 1_000),
    ...readLimits(variables),
    traceRetentionDays: whole("TRACE_RETENTION_DAYS", 30, 1, 3_650),
    /** How long the feed of changes goes back. */
    changesRetentionDays: whole("CHANGES_RETENTION_DAYS", 30, 1, 3_650),
    /** After how many days without a slot a contact is erased; 0 is never. */
    contactRetentionDays: whole("CONTACT_RETENTION_DAYS", 0, 0, 36_500),
    /** Records of refused requests that an account may have in a day; 0: any number. */
    traceRefusedPerDay: whole("TRACE_REFUSED_PER_DAY", 20_000, 0, 1e9),
    pageSizeMax: whole("PAGE_SIZE_MAX", 1_000, 1, 100_000),
    logLevel: oneOf("LOG_LEVEL", logLevels, "info"),
    /** `auto` is text on a terminal, else JSON. */
    logFormat: oneOf("LOG_FORMAT", ["auto", "json", "text"]),
    /** How long requests are accepted after `/readyz` has turned 503. */
    shutdownDelaySeconds: whole("SHUTDOWN_DELAY_SECONDS", 0, 0, 600),
    shutdownGraceSeconds: whole("SHUTDOWN_GRACE_SECONDS", 10, 0, 3_600),
    /** How many server processes share the public port; with 1 there is no other process. */
    processes: readProcesses(whole("PROCESSES", 1, 1, 64), databaseUrl === "sqlite::memory:"),
  };
}

/** How much of what a key can make an account may have, and how fast. */
function readLimits(variables: Variables): LimitSettings {
  const limits = allLimits.map((of) => {
    const { setting, variable, byDefault, most } = accountLimits[of];
    return [setting, variables.whole(variable, byDefault, 1, most)];
  });
  return Object.fromEntries(limits) as LimitSettings;
}

/** What operations and the sender know of webhooks' settings. */
export function webhookSettings(
  settings: Pick<Settings, "webhookSecretKey" | "webhookNetworks" | "webhookAllowHttp">,
) {
  return {
    secretKey: settings.webhookSecretKey,
    networks: settings.webhookNetworks,
    allowHttp: settings.webhookAllowHttp,
  };
}

/** The variables that no flag sets: they hold secrets, or have them beside them. */
const withoutFlag = /^OIDC_|_(URL|ENDPOINT|HEADERS|CERTIFICATE)$|KEY|SECRET/;

/** The variables that a flag may set, with what each is by default: none can hold a secret. */
export function variablesWithFlag(): {
  readonly name: string;
  readonly byDefault: string | null;
  readonly choices: readonly string[] | null;
}[] {
  const variables = new Variables(everySetting);
  readSettings(variables);
  return [...variables.read]
    .filter(([name]) => !withoutFlag.test(name))
    .map(([name, { value, source, choices = null }]) => ({
      name,
      choices,
      byDefault: source === "default" ? value : null,
    }));
}

/** Refuses a flag's value that its variable could not have. Throws `WrongSetting`. */
export function checkFlag(name: string, value: string): void {
  readSettings({ ...everySetting, [name]: value });
}

/** With this environment every variable is read that may have a flag. */
const everySetting = { OTEL_TRACES_EXPORTER: "otlp", OTEL_METRICS_EXPORTER: "otlp" };

/**
 * The variables by which commands find a service, each read when it is asked for; the database's is here to be
 * refused beside it.
 */
export function readServerVariables(variables: Variables) {
  return {
    server: () => variables.given("BOOKING_SERVER"),
    key: () => variables.given("BOOKING_KEY"),
    databaseUrl: () => variables.given("DATABASE_URL"),
  };
}

/** Throws `WrongSetting`, which names the variable or flag and never repeats the value. */
export function readDatabaseUrl(name: string, value: string): string {
  if (/^sqlite:[^\n]+$/.test(value)) return value;
  const unencoded = findUnencoded(value);
  if (unencoded !== null) {
    throw new WrongSetting(
      `${name} has a character in its ${unencoded} that must be percent-encoded there: ` +
        "write % as %25, # as %23, / as %2F, ? as %3F and a space as %20.",
    );
  }
  if (/^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(value)) return value;
  const scheme = /^[a-z]+(?=:)/i.exec(value)?.[0];
  throw new WrongSetting(
    `${name} ${scheme === undefined ? "has no scheme" : `starts with ${scheme}:`}, ` +
      "but must be sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE.",
  );
}

/**
 * Which part of a server's URL has a character that ends the part too early. It may so make another URL of it: with
 * `u:12#3@host` the host is `u`, and 12 its port.
 */
function findUnencoded(value: string): "user" | "password" | null {
  const rest = /^postgres(?:ql)?:\/\/(.*)$/s.exec(value)?.[1] ?? "";
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const more = rest.slice(authority.length);
  // The value of a parameter may have an @.
  const reachesOn = more.includes("@") && !/^(\/[^?#@]*)?\?[^@]*=/.test(more);
  const login = reachesOn ? rest : authority;
  if (!login.includes("@")) return null;
  const [user = "", ...password] = login.slice(0, login.lastIndexOf("@")).split(":");
  const isBad = (part: string) => /[\s/?#]|%(?![0-9a-f]{2})/i.test(part);
  if (isBad(user)) return "user";
  return isBad(password.join(":")) ? "password" : null;
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
  const ranges = listOf(value);
  if (ranges.every((range) => parseRange(range) !== null)) return ranges;
  throw wrongValue(
    "TRUSTED_PROXIES",
    value,
    "addresses or CIDR ranges such as 10.0.0.0/8, with commas",
  );
}

function readNetworks(value: string): AddressRange[] {
  return listOf(value).map((text) => {
    const range = parseRange(text);
    if (range !== null) return range;
    throw wrongValue("WEBHOOK_NETWORKS", value, "CIDR ranges such as 10.0.0.0/8, with commas");
  });
}

function listOf(value: string): string[] {
  return value
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
}

/** The sentence does not repeat a value that is meant to be secret. */
function readSealingKey(value: string): string {
  if (value === "" || parseSealingKey(value) !== null) return value;
  throw new WrongSetting(
    "WEBHOOK_SECRET_KEY is no key, but must be 32 bytes in base64, as from openssl rand -base64 32.",
  );
}

/** Reads the variables of signing in with an identity provider; null where `OIDC_ISSUER` is not set. */
function readOidcSettings(variables: Variables): OidcSettings | null {
  const text = variables.text.bind(variables);
  const issuer = text("OIDC_ISSUER", "");
  if (issuer === "") return null;
  const needed = (name: string): string => {
    const value = text(name, "");
    if (value === "") throw new WrongSetting(`${name} is not set, but OIDC_ISSUER needs it.`);
    return value;
  };
  const roles = parseRoleMappings(needed("OIDC_ROLES"));
  if (roles === null) {
    throw new WrongSetting(
      'OIDC_ROLES must be a JSON array such as [{"value":"front-desk","role":"staff",' +
        `"accounts":["acme/production"]}], the role one of ${operatorRoles.join(", ")}, or scopes in its place.`,
    );
  }
  const scope = text("OIDC_SCOPE", "openid email profile");
  if (!scope.split(" ").includes("openid")) {
    throw new WrongSetting(`OIDC_SCOPE is ${JSON.stringify(scope)}, but must contain openid.`);
  }
  const secret = text("OIDC_CLIENT_SECRET", "");
  return {
    issuer: readUrl("OIDC_ISSUER", issuer),
    clientId: needed("OIDC_CLIENT_ID"),
    clientSecret: secret === "" ? null : secret,
    consoleUrl: readUrl("OIDC_CONSOLE_URL", needed("OIDC_CONSOLE_URL")),
    scope,
    roleClaim: text("OIDC_ROLE_CLAIM", "roles"),
    nameClaim: text("OIDC_NAME_CLAIM", "email"),
    roles,
    claimLifetimeSeconds: variables.whole("OIDC_CLAIM_LIFETIME_SECONDS", 43_200, 60, 43_200),
  };
}

/** Codes and tokens pass through both addresses, so they have TLS unless they are of this machine. */
function readUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol === "https:") return value;
  if (url?.protocol === "http:" && isLoopbackHost(url.hostname)) return value;
  throw wrongValue(name, value, "an https:// address, or http:// of this machine");
}
