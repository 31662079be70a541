import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { complaint } from "../../test/harness/setting-complaint.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { readSettings, type Settings } from "./settings.ts";

const defaults = {
  databaseUrl: "sqlite:./data/booking.db",
  poolSize: 10,
  pooler: false,
  rowSecurity: false,
  host: "127.0.0.1",
  port: 8080,
  operatorHost: "127.0.0.1",
  operatorPort: 8081,
  operatorConnectionsMax: 256,
  operatorReadsPerKey: 2,
  operatorWritesPerKey: 16,
  accountPagePort: 8090,
  tokenLifetimeSeconds: 3600,
  rateLimitRequests: 3000,
  rateLimitTokens: 300,
  rateLimitRefusedTokens: 20,
  rateLimitOperatorFailed: 60,
  rateLimitCreations: 600,
  rateLimitHolds: 100,
  sharesRateLimits: false,
  trustedProxies: [],
  webhookSecretKey: "",
  webhookNetworks: [],
  webhookAllowHttp: false,
  webhookPosts: 128,
  webhookPostsPerAccount: 64,
  webhookPostsPerWebhook: 32,
  webhooksPerAccount: 50,
  holdsPerAccount: 10_000,
  clientsPerAccount: 1_000,
  apiHostsPerAccount: 100,
  interactionsPerAccount: 10_000,
  operatorsPerAccount: 1_000,
  traceRetentionDays: 30,
  changesRetentionDays: 30,
  contactRetentionDays: 0,
  traceRefusedPerDay: 20_000,
  pageSizeMax: 1000,
  logLevel: "info",
  logFormat: "auto",
  shutdownDelaySeconds: 0,
  shutdownGraceSeconds: 10,
  processes: 1,
} satisfies Settings;

const sealingKey = Buffer.alloc(32, 7).toString("base64");

interface Variable {
  readonly setting: keyof Settings;
  /** Texts that are accepted, and what they are read as. */
  readonly good: Readonly<Record<string, Settings[keyof Settings]>>;
  /** Texts that are refused, beside what is refused for every whole number. */
  readonly bad: readonly string[];
  /** What the sentence about a refused text must say. */
  readonly accepted: string;
}

function whole(setting: keyof Settings, least: number, most: number): Variable {
  return {
    setting,
    good: { [least]: least, [most]: most, [`00${most}`]: most },
    bad: [
      String(least - 1),
      String(most + 1),
      ..."-1 +5 1.5 1.0 1e3 0x10 5s 1_000 1,000 1n x ten NaN Infinity true null".split(" "),
      " 5",
      "5 ",
      "5\n",
      "9".repeat(400),
      "\u0665",
    ],
    accepted: least === most ? String(least) : `a whole number from ${least} to ${most}`,
  };
}

const variables: Readonly<Record<string, Variable>> = {
  DATABASE_URL: {
    setting: "databaseUrl",
    good: {
      "sqlite::memory:": "sqlite::memory:",
      "sqlite:/var/lib/booking.db": "sqlite:/var/lib/booking.db",
      "sqlite:a b.db": "sqlite:a b.db",
      "postgres://u:p%40@h:5432/db?sslmode=require": "postgres://u:p%40@h:5432/db?sslmode=require",
      "postgresql:///db?host=/run/postgresql": "postgresql:///db?host=/run/postgresql",
    },
    bad: [
      "sqlite",
      "sqlite:",
      "SQLITE:x",
      "./booking.db",
      "mysql://h/db",
      " sqlite:x",
      "x\nsqlite:x",
    ],
    accepted: "sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE",
  },
  DATABASE_POOL_SIZE: whole("poolSize", 2, 1000),
  DATABASE_POOLER: {
    setting: "pooler",
    good: { none: false, transaction: true },
    bad: ["yes", "TRANSACTION", " none"],
    accepted: "one of none, transaction",
  },
  ROW_LEVEL_SECURITY: {
    setting: "rowSecurity",
    good: { off: false, on: true },
    bad: ["yes", "ON", "1"],
    accepted: "one of off, on",
  },
  HOST: { setting: "host", good: { "0.0.0.0": "0.0.0.0", "::": "::" }, bad: [], accepted: "" },
  PORT: whole("port", 0, 65_535),
  OPERATOR_HOST: { setting: "operatorHost", good: { "::1": "::1" }, bad: [], accepted: "" },
  OPERATOR_PORT: whole("operatorPort", 0, 65_535),
  OPERATOR_CONNECTIONS_MAX: whole("operatorConnectionsMax", 8, 100_000),
  OPERATOR_READS_PER_KEY: whole("operatorReadsPerKey", 1, 1_000),
  OPERATOR_WRITES_PER_KEY: whole("operatorWritesPerKey", 1, 1_000),
  ACCOUNT_PAGE_PORT: whole("accountPagePort", 0, 65_535),
  TOKEN_LIFETIME_SECONDS: whole("tokenLifetimeSeconds", 1, 2_592_000),
  RATE_LIMIT_REQUESTS_PER_MINUTE: whole("rateLimitRequests", 0, 1_000_000_000),
  RATE_LIMIT_TOKENS_PER_MINUTE: whole("rateLimitTokens", 0, 1_000_000_000),
  RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: whole("rateLimitRefusedTokens", 0, 100_000_000),
  RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: whole("rateLimitOperatorFailed", 0, 1_000_000_000),
  RATE_LIMIT_CREATIONS_PER_MINUTE: whole("rateLimitCreations", 100, 1_000_000_000),
  RATE_LIMIT_HOLDS_PER_SECOND: whole("rateLimitHolds", 0, 1_000_000),
  RATE_LIMIT_STORE: {
    setting: "sharesRateLimits",
    good: { none: false, database: true },
    bad: ["redis", "DATABASE", "on"],
    accepted: "one of none, database",
  },
  TRUSTED_PROXIES: {
    setting: "trustedProxies",
    good: {
      "10.0.0.1": ["10.0.0.1"],
      "10.0.0.0/8,fd00::/8": ["10.0.0.0/8", "fd00::/8"],
      " 10.0.0.0/8 ,, ::1, ": ["10.0.0.0/8", "::1"],
      ",": [],
    },
    bad: ["x", "10.0.0.0/33", "10.0.0.1 10.0.0.2", "10.0.0.1;10.0.0.2", "10.0.0.1,x", "*", "true"],
    accepted: "addresses or CIDR ranges such as 10.0.0.0/8, with commas",
  },
  WEBHOOK_SECRET_KEY: {
    setting: "webhookSecretKey",
    good: { [sealingKey]: sealingKey },
    bad: ["x", "c2hvcnQ=", `${sealingKey}=`, sealingKey.slice(0, -1)],
    accepted: "32 bytes in base64, as from openssl rand -base64 32",
  },
  WEBHOOK_NETWORKS: {
    setting: "webhookNetworks",
    good: {
      "10.0.0.0/8, ::1": [
        { address: "10.0.0.0", prefix: 8, family: "ipv4" },
        { address: "::1", prefix: 128, family: "ipv6" },
      ],
    },
    bad: ["x", "10.0.0.0/33", "*"],
    accepted: "CIDR ranges such as 10.0.0.0/8, with commas",
  },
  WEBHOOK_ALLOW_HTTP: {
    setting: "webhookAllowHttp",
    good: { false: false, true: true },
    bad: ["yes", "1", "TRUE"],
    accepted: "one of false, true",
  },
  WEBHOOK_POSTS_MAX: whole("webhookPosts", 1, 10_000),
  WEBHOOK_POSTS_PER_ACCOUNT: whole("webhookPostsPerAccount", 1, 10_000),
  WEBHOOK_POSTS_PER_WEBHOOK: whole("webhookPostsPerWebhook", 1, 1_000),
  WEBHOOKS_PER_ACCOUNT: whole("webhooksPerAccount", 1, 10_000),
  HOLDS_PER_ACCOUNT: whole("holdsPerAccount", 1, 1_000_000),
  CLIENTS_PER_ACCOUNT: whole("clientsPerAccount", 1, 100_000),
  API_HOSTS_PER_ACCOUNT: whole("apiHostsPerAccount", 1, 10_000),
  INTERACTIONS_PER_ACCOUNT: whole("interactionsPerAccount", 1, 1_000_000),
  OPERATORS_PER_ACCOUNT: whole("operatorsPerAccount", 1, 100_000),
  TRACE_RETENTION_DAYS: whole("traceRetentionDays", 1, 3_650),
  CHANGES_RETENTION_DAYS: whole("changesRetentionDays", 1, 3_650),
  CONTACT_RETENTION_DAYS: whole("contactRetentionDays", 0, 36_500),
  TRACE_REFUSED_PER_DAY: whole("traceRefusedPerDay", 0, 1e9),
  PAGE_SIZE_MAX: whole("pageSizeMax", 1, 100_000),
  LOG_LEVEL: {
    setting: "logLevel",
    good: { fatal: "fatal", debug: "debug", trace: "trace", silent: "silent" },
    bad: ["INFO", "information", "verbose", "constructor", "warn ", "0"],
    accepted: "one of fatal, error, warn, info, debug, trace, silent",
  },
  LOG_FORMAT: {
    setting: "logFormat",
    good: { json: "json", text: "text" },
    bad: ["JSON", "pretty", "1"],
    accepted: "one of auto, json, text",
  },
  SHUTDOWN_DELAY_SECONDS: whole("shutdownDelaySeconds", 0, 600),
  SHUTDOWN_GRACE_SECONDS: whole("shutdownGraceSeconds", 0, 3_600),
  PROCESSES: whole("processes", 1, 64),
};

const names = Object.keys(variables);

test("an empty environment gives the defaults (R99, R107, R108, A14, A31, A47)", () => {
  assert.deepEqual(readSettings({}), defaults);
});

test("every setting has a variable", () => {
  assert.deepEqual(
    Object.values(variables).map(({ setting }) => setting),
    Object.keys(defaults),
  );
});

test("an empty variable counts as unset, and an unknown one does not matter", () => {
  const empty = names.flatMap((name) => [[name, ""] as const, [`${name}_FILE`, ""] as const]);
  assert.deepEqual(readSettings(Object.fromEntries(empty)), defaults);
  assert.deepEqual(readSettings({ PORTS: "x", port: "x", BOOKING_PORT: "x" }), defaults);
});

for (const [name, { setting, good, bad, accepted }] of Object.entries(variables)) {
  describe(name, () => {
    test("changes its own setting and no other", () => {
      for (const [text, value] of Object.entries(good)) {
        assert.deepEqual(readSettings({ [name]: text }), { ...defaults, [setting]: value }, text);
      }
    });

    test("may be read from a file instead, with a line end after it", () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "value");
      for (const [text, value] of Object.entries(good)) {
        for (const content of [text, `${text}\n`, `${text}\r\n`]) {
          writeFileSync(path, content);
          const settings = readSettings({ [`${name}_FILE`]: path, [name]: "" });
          assert.deepEqual(settings, { ...defaults, [setting]: value }, JSON.stringify(content));
        }
      }
    });

    test("and its file cannot both be set, even to the same value", () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "value");
      const [text = ""] = Object.keys(good);
      writeFileSync(path, text);
      const message = complaint({ [name]: text, [`${name}_FILE`]: path });
      assert.equal(message, `${name} and ${name}_FILE are both set: keep one of them.`);
    });

    test("in a file that is empty counts as unset", () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "value");
      for (const content of ["", "\n", " \r\n"]) {
        writeFileSync(path, content);
        assert.deepEqual(readSettings({ [`${name}_FILE`]: path }), defaults);
      }
    });

    test("in a file that cannot be read is refused by the variable's name", () => {
      using folder = temporaryFolder();
      for (const path of [join(folder.path, "absent"), folder.path]) {
        const message = complaint({ [`${name}_FILE`]: path });
        assert.ok(
          message.startsWith(`${name}_FILE `) &&
            /that can be read \((?:ENOENT|EISDIR)\)\.$/.test(message),
        );
      }
    });

    if (bad.length === 0) return;
    test("with a wrong value is refused in a sentence: which variable, and what is accepted", () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "value");
      for (const text of bad) {
        const message = complaint({ [name]: text });
        assert.ok(message.startsWith(`${name} `), message);
        assert.ok(message.endsWith(`, but must be ${accepted}.`), message);
        assert.doesNotMatch(message, /\n|undefined|\[object/);
        if (text.trim() !== text) continue;
        writeFileSync(path, text);
        assert.equal(complaint({ [`${name}_FILE`]: path }), message);
      }
    });
  });
}

test("PROCESSES and a database in memory do not go together", () => {
  const memory = { DATABASE_URL: "sqlite::memory:" };
  assert.equal(readSettings({ ...memory, PROCESSES: "1" }).processes, 1);
  assert.equal(
    complaint({ ...memory, PROCESSES: "2" }),
    "PROCESSES is 2, but a database in memory belongs to one process: " +
      "set PROCESSES to 1, or DATABASE_URL to a file or a server.",
  );
});

test("ROW_LEVEL_SECURITY and a pooler that lends sessions do not go together", () => {
  const pooler = { DATABASE_POOLER: "transaction" };
  assert.equal(readSettings({ ...pooler, ROW_LEVEL_SECURITY: "off" }).rowSecurity, false);
  assert.equal(
    complaint({ ...pooler, ROW_LEVEL_SECURITY: "on" }),
    "ROW_LEVEL_SECURITY is on, which needs sessions of the service's own: " +
      "set it to off, or DATABASE_POOLER to none and DATABASE_URL to the server itself.",
  );
});
