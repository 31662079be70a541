import assert from "node:assert/strict";
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { makeProgram } from "../../scripts/testing/make-program.ts";
import { programVersion } from "../../src/domain/program-version.ts";
import { call } from "../harness/call.ts";
import { startServerProcess } from "../harness/process.ts";
import { program, programWords, sourceProgram } from "../harness/program.ts";
import { isAlive } from "../harness/server-pool.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const later = "99.0.0";

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
  const log = (message: string) =>
    server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
  const restart = async (end: string) => {
    const before = log(end).length;
    server.child.kill("SIGUSR2");
    await until(async () => {
      // Each call has a connection of its own, which a process that ends may not refuse.
      assert.equal((await call(server.api, { path: "/v1/nothing" })).status, 404);
      return log(end).length > before;
    });
  };
  const alive = () =>
    log("server process serves")
      .filter(({ pid }) => isAlive(pid))
      .map((entry) => releases.of(entry));

  assert.deepEqual(alive(), ["1", "1"]);
  leadTo(folder.path, "2");
  await restart("rolling restart done");
  await until(() => alive().length === 2);
  assert.deepEqual(alive(), ["2", "2"]);

  leadTo(folder.path, "nothing");
  await restart("rolling restart given up: a new server process did not start; the others go on");
  assert.deepEqual(alive(), ["2", "2"]);

  leadTo(folder.path, "1");
  await restart("rolling restart done");
  await until(() => alive().length === 2);
  assert.deepEqual(alive(), ["1", "1"], "the way back is the same");
});

/** Moves the link in one step, as `ln -sfn` does not. */
function leadTo(folder: string, release: string): void {
  symlinkSync(`releases/${release}`, `${folder}/next`);
  renameSync(`${folder}/next`, `${folder}/current`);
}

/** Two releases of the program under test, and how to tell which one a process runs. */
async function makeReleases(folder: string): Promise<{
  readonly command: readonly [string, ...string[]];
  readonly of: (entry: { pid: number; version: string }) => string;
}> {
  const isSource = program === sourceProgram[0] && programWords[0] === sourceProgram[1];
  const file = isSource
    ? await makeProgram(`${folder}/built`)
    : realpathSync(programWords[0] ?? program);
  mkdirSync(`${folder}/releases`);
  if (!file.endsWith(".js")) {
    for (const release of ["1", "2"]) {
      mkdirSync(`${folder}/releases/${release}`);
      copyOf(file, `${folder}/releases/${release}/booking`);
    }
    return {
      command: [`${folder}/current/booking`],
      of: ({ pid }) => readlinkSync(`/proc/${pid}/exe`).split("/").at(-2) ?? "",
    };
  }
  for (const release of ["1", "2"]) {
    cpSync(dirname(dirname(file)), `${folder}/releases/${release}`, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  const lib = `${folder}/releases/2/lib/booking`;
  for (const name of readdirSync(lib)) {
    const text = readFileSync(`${lib}/${name}`, "utf8");
    const said = `programVersion = "${programVersion}"`;
    if (text.includes(said))
      writeFileSync(`${lib}/${name}`, text.replace(said, `programVersion = "${later}"`));
  }
  return {
    command: [process.execPath, `${folder}/current/bin/booking.js`],
    of: ({ version }) => (version === later ? "2" : version === programVersion ? "1" : version),
  };
}

/** A link where the file system allows it: an executable has a hundred megabytes. */
function copyOf(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to);
  }
}
