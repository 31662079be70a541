import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommandLine } from "../command-line.ts";
import { worldFacts } from "../world/facts.ts";
import { booking, serve } from "./booking-program.ts";
import { mainHost, seed } from "./seed.ts";

/** Requests that the limited server admits in a minute: more than one rule sends. */
const limitedRequests = 20;

/**
 * Runs the kit against the service of these sources, on a database of its own or on the empty one that
 * `DATABASE_URL` names. Several servers run on it: one with defaults, one with short-lived tokens, one with a
 * low limit, and one whose database is removed. The kit's flags are passed on.
 */
const folder = mkdtempSync(join(tmpdir(), "booking-conformance-"));
try {
  process.exitCode = await runLocal(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runLocal(args: readonly string[]): Promise<number> {
  const { PATH, DATABASE_URL } = process.env;
  const given = DATABASE_URL === undefined || DATABASE_URL === "" ? null : DATABASE_URL;
  const environment = { PATH, DATABASE_URL: given ?? `sqlite:${folder}/booking.db` };
  const seeded = await seed(environment, folder);
  await using server = await serve(environment);
  await using short = await serve({ ...environment, TOKEN_LIFETIME_SECONDS: "2" });
  const limit = { RATE_LIMIT_REQUESTS_PER_MINUTE: String(limitedRequests) };
  await using limited = await serve({ ...environment, ...limit });
  await using broken = await serveWithoutStorage(PATH);

  const facts = worldFacts({
    ...seeded,
    shortLived: { base_url: short.api, host: mainHost, credentials: seeded.secondCredentials },
    rateLimited: {
      base_url: limited.api,
      host: mainHost,
      credentials: seeded.main,
      requests: limitedRequests,
      // Only Linux has every loopback address.
      ...(process.platform === "linux" ? { second_address: "127.0.0.2" } : {}),
    },
    unavailable: { base_url: broken.api, host: mainHost, credentials: broken.credentials },
  });
  const credentials = join(folder, "credentials.json");
  const data = join(folder, "facts.json");
  writeFileSync(credentials, JSON.stringify(seeded.main), { mode: 0o600 });
  writeFileSync(data, JSON.stringify(facts), { mode: 0o600 });
  const target = ["--base-url", server.api, "--host", mainHost];
  const files = ["--credentials", credentials, "--data", data];
  return await runCommandLine([...process.argv.slice(0, 2), ...target, ...files, ...args]);
}

/** A server with a database of its own, whose file is removed once it serves. */
async function serveWithoutStorage(PATH: string | undefined) {
  const file = join(folder, "gone.db");
  const environment = { PATH, DATABASE_URL: `sqlite:${file}` };
  const { main } = await seedOne(environment);
  const serving = await serve(environment);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  return { ...serving, credentials: main };
}

async function seedOne(environment: { PATH: string | undefined; DATABASE_URL: string }) {
  await booking(environment, "migrate");
  await booking(environment, "account", "create", "acme/production", "--api-host", mainHost);
  const created = await booking(environment, "credential", "create", "acme/production");
  const field = (name: string) => {
    const value = created[name];
    if (typeof value !== "string") throw new Error(`booking credential create gave no ${name}.`);
    return value;
  };
  return {
    main: {
      client_id: field("client_id"),
      client_secret: field("client_secret"),
      audience: field("audience"),
    },
  };
}
