import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { call } from "../../test/harness/call.ts";
import {
  acmeWith,
  booking,
  fetchPath,
  productionHost,
  tokenPath,
} from "../../test/harness/seed.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { testDatabase } from "../../test/harness/test-database.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";
import { cancelEvery, Load, type Target } from "../upgrade/load.ts";
import { Nodes } from "../upgrade/nodes.ts";
import {
  addMigration,
  copyProgram,
  releaseBefore,
  unpackRelease,
} from "../upgrade/release-tree.ts";

/**
 * Moves two nodes from one release to the next and back, one after the other, while callers call. The
 * previous release is unpacked from its tag. The next one is this program with one more migration.
 */
export const upgrade: Proof = {
  promises: ["P21"],
  what: "a rolling upgrade over a migration, and the way back, are invisible to callers",
  goal: "there and back twice, 0 of 20,000 requests failed, 0 acknowledged cancels lost",
  unit: "requests",
  engines: ["sqlite", "postgres"],
  usual: 4_000,
  full: 20_000,
  shows: ["nodes replaced", "cancels answered 200"],
  prove,
};

const rounds = 2;
const contacts = 100;
/** Of the failures, and of the faults that the nodes logged. */
const shownFailures = 10;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  using folder = temporaryFolder();
  const [before, after] = [join(folder.path, "before"), join(folder.path, "after")];
  const tag = releaseBefore();
  if (tag === null) copyProgram(before);
  else unpackRelease(tag, before);
  copyProgram(after);
  addMigration(after, "999.0.0");

  await using database = await testDatabase();
  const targets = targetsFor(count);
  const credential = prepare(before, database.url, targets);
  await using nodes = new Nodes(database.url);
  await nodes.start(before);
  await nodes.start(before);
  const token = await tokenOf(nodes.apiOfAny, credential);
  await using load = new Load(nodes.balancer, token, targets);
  const steps = Array.from({ length: rounds }, () => [after, after, before, before]).flat();
  for (const [index, next] of steps.entries()) {
    // The steps are spread over the load, so that each happens while callers call.
    await load.reached((count * (index + 0.5)) / (steps.length + 1), timeLeft);
    await nodes.replaceOldest(next);
    tell(load.sent, `${index + 1} of ${steps.length} nodes replaced`);
  }
  await load.reached(count, timeLeft);
  await load.end();
  const lost = await findLost(nodes.apiOfAny, token, targets, load.cancelled);
  return {
    figures: {
      "release before": tag ?? "this program",
      "nodes replaced": steps.length,
      "replaced beside the other release": nodes.mixedSteps,
      requests: load.sent,
      failed: load.failures.length,
      "cancels answered 200": load.cancelled.length,
      lost: lost.length,
    },
    breaches: [
      ...load.failures.slice(0, shownFailures).map((failure) => `a request failed: ${failure}`),
      ...(load.failures.length === 0 ? [] : nodes.faults.slice(0, shownFailures)),
      ...lost.map((id) => `the cancel of ${id} was answered 200 and is lost`),
      ...nodes.unready,
      ...(load.sent < count ? [`only ${load.sent} of ${count} requests were sent`] : []),
      ...(nodes.mixedSteps === 0 ? ["the two releases never served side by side"] : []),
      ...(load.cancelled.length === 0 ? ["no cancel was answered 200"] : []),
    ],
  };
}

function targetsFor(count: number): (Target & { readonly line: ReturnType<typeof booking> })[] {
  return Array.from({ length: Math.ceil(count / cancelEvery) }, (_, index) => {
    const externalId = `contact-${index % contacts}`;
    const line = booking(externalId);
    return { externalId, booking: line.booking, line };
  });
}

/** Makes the database with the previous release, by its command line. */
function prepare(
  folder: string,
  databaseUrl: string,
  targets: ReturnType<typeof targetsFor>,
): Record<string, string> {
  const run = (words: readonly string[], input = "") =>
    execFileSync(process.execPath, ["bin/booking.js", ...words, "--json"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl },
      encoding: "utf8",
      input,
      // Hints for a person do not belong in a proof's output; a failure's error contains them.
      stdio: "pipe",
    });
  run(["migrate"]);
  const account = ["account", "create", "acme/production", "--api-host", productionHost];
  const enable = ["interactions:fetchContactBookings", "interactions:cancelInteractionBooking"];
  run([...account, ...enable.flatMap((endpoint) => ["--enable", endpoint])]);
  const lines = acmeWith(targets.map(({ line }) => line)).data ?? [];
  run(["import", "acme/production", "-"], lines.map((line) => JSON.stringify(line)).join("\n"));
  return JSON.parse(run(["credential", "create", "acme/production"])) as Record<string, string>;
}

async function tokenOf(api: string, credential: Record<string, string>): Promise<string> {
  const { client_id, client_secret, audience } = credential;
  const body = { client_id, client_secret, audience, grant_type: "client_credentials" };
  const { json } = await call(api, {
    method: "POST",
    path: tokenPath,
    host: productionHost,
    body,
  });
  return json.access_token;
}

async function findLost(
  api: string,
  token: string,
  targets: readonly Target[],
  cancelled: readonly string[],
): Promise<string[]> {
  const statuses = new Map<string, string>();
  for (const externalId of new Set(targets.map((target) => target.externalId))) {
    const path = `${fetchPath}?external_id=${externalId}&page_size=1000`;
    const { json } = await call(api, { path, host: productionHost, token });
    for (const found of json.bookings) statuses.set(found.booking, found.booking_status);
  }
  return cancelled.filter((id) => statuses.get(id) !== "CANCELLED");
}
