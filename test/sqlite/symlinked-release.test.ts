import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, linkSync, mkdirSync, readlinkSync, realpathSync } from "node:fs";
import { test } from "node:test";
import { makeProgram } from "../../scripts/testing/make-program.ts";
import { programVersion } from "../../src/domain/program-version.ts";
import { call } from "../harness/call.ts";
import { startCollector } from "../harness/collector.ts";
import { addMigration, copyRelease, leadTo } from "../harness/linked-releases.ts";
import { startServerProcess, type ServerProcess } from "../harness/process.ts";
import { program, programWords, sourceProgram } from "../harness/program.ts";
import { isAlive } from "../harness/server-pool.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const later = "99.0.0";
/** The bundler writes the constant's value where it is compared. */
const asLater = { [`"${programVersion}"`]: `"${later}"` };
const [done, givenUp] = [
  "rolling restart done",
  "rolling restart given up: a new server process did not start; the others go on",
];

/** The path that starts two releases, and which of them a process of the log runs. */
interface Releases {
  readonly command: readonly [string, ...string[]];
  readonly of: (entry: { pid: number; version: string }) => string;
}

test("SIGUSR2 starts the release that the link `current` leads to, without a failed call", async () => {
  await using database = await migratedDatabase("sqlite");
  using folder = temporaryFolder();
  const releases = await makeReleases(folder.path);
  leadTo(folder.path, "1");
  await using server = await startServerProcess(
    database.url,
    { PROCESSES: "2" },
    null,
    releases.command,
  );
  const { restart, serving, log } = watch(server, releases);

  assert.deepEqual(await serving(), ["1", "1"]);
  leadTo(folder.path, "2");
  await restart(done);
  assert.deepEqual(await serving(), ["2", "2"]);

  leadTo(folder.path, "nothing");
  await restart(givenUp);
  // Node itself reports a missing bundle on standard error; a missing executable is reported here.
  assert.match(log(givenUp)[0].fault.stack, /\(1\)|cannot be executed: spawn .*current.* ENOENT/);
  assert.deepEqual(await serving(), ["2", "2"]);

  leadTo(folder.path, "1");
  await restart(done);
  assert.deepEqual(await serving(), ["1", "1"], "the way back is the same");
});

test("SIGUSR2 goes to a release with a setting and a migration more, and back", async () => {
  await using database = await migratedDatabase("sqlite");
  await using collector = await startCollector();
  using folder = temporaryFolder();
  const given = await builtProgram(folder.path);
  const built = isBundle(given) ? given : await makeProgram(`${folder.path}/bundle`);
  mkdirSync(`${folder.path}/releases`);
  const unknown = { OTEL_TRACES_EXPORTER: "OTEL_UNKNOWN_EXPORTER" };
  copyRelease(built, { folder: folder.path, name: "1", changes: unknown });
  const next = { folder: folder.path, name: "2" };
  copyRelease(built, { ...next, changes: asLater });
  addMigration(
    next,
    "-- oldest program: 0.1.0\nalter table booking add column next_release text;\n",
  );

  leadTo(folder.path, "1");
  const environment = {
    PROCESSES: "2",
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  };
  const releases = linkedBundles(folder.path);
  await using server = await startServerProcess(database.url, environment, null, releases.command);
  const { restart, serving, log } = watch(server, releases);
  leadTo(folder.path, "2");
  await restart(givenUp);
  assert.deepEqual(await serving(), ["1", "1"], "its migration is missing");
  assert.match(log(givenUp)[0].fault.stack, /older than this program/);

  const [file, ...words] = releases.command;
  const migrate = execFileSync(file, [...words, "migrate"], {
    env: { PATH: process.env["PATH"], DATABASE_URL: database.url },
    encoding: "utf8",
  });
  assert.match(migrate, /Applied 9000-next-release/);
  const { status } = await call(server.operator, { path: "/readyz", host: "localhost" });
  assert.equal(status, 200, "the release before works with the newer schema");
  assert.deepEqual(collector.exports, [], "the release before does not know the setting");

  await restart(done);
  assert.deepEqual(await serving(), ["2", "2"]);
  leadTo(folder.path, "1");
  await restart(done);
  assert.deepEqual(await serving(), ["1", "1"], "the way back is the same");
  // A server process that ends sends its traces first.
  assert.ok(collector.spans().length > 0, "the next release took the setting from the environment");
});

/** Restarts the server while calls are made, none of which may fail, and reads which release serves. */
function watch(server: ServerProcess, releases: Releases) {
  const log = (message: string) =>
    server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
  const alive = () => log("server process serves").filter(({ pid }) => isAlive(pid));
  return {
    log,
    restart: async (end: string) => {
      const before = log(end).length;
      server.child.kill("SIGUSR2");
      await until(async () => {
        // Each call has a connection of its own, which a process that ends may not refuse.
        assert.equal((await call(server.api, { path: "/v1/nothing" })).status, 404);
        return log(end).length > before;
      });
    },
    serving: async () => {
      await until(() => alive().length === 2);
      return alive().map((entry) => releases.of(entry));
    },
  };
}

/** Two releases of the program under test. */
async function makeReleases(folder: string): Promise<Releases> {
  const file = await builtProgram(folder);
  mkdirSync(`${folder}/releases`);
  if (!isBundle(file)) {
    for (const release of ["1", "2"]) {
      mkdirSync(`${folder}/releases/${release}`);
      copyOf(file, `${folder}/releases/${release}/booking`);
    }
    return {
      command: [`${folder}/current/booking`],
      of: ({ pid }) => readlinkSync(`/proc/${pid}/exe`).split("/").at(-2) ?? "",
    };
  }
  copyRelease(file, { folder, name: "1" });
  copyRelease(file, { folder, name: "2", changes: asLater });
  return linkedBundles(folder);
}

function linkedBundles(folder: string): Releases {
  return {
    command: [process.execPath, `${folder}/current/bin/booking.js`],
    of: ({ version }) => {
      if (version === later) return "2";
      return version === programVersion ? "1" : version;
    },
  };
}

/** The program under test; sources are bundled, since a checkout is not started by a link. */
async function builtProgram(folder: string): Promise<string> {
  const isSource = program === sourceProgram[0] && programWords[0] === sourceProgram[1];
  if (isSource) return makeProgram(`${folder}/built`);
  return realpathSync(programWords[0] ?? program);
}

function isBundle(file: string): boolean {
  return file.endsWith(".js");
}

/** A link where the file system allows it: an executable has a hundred megabytes. */
function copyOf(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to);
  }
}
