import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { temporaryFolder } from "../../../test/harness/temporary-folder.ts";
import { leftFolders, removeLeftFolders, TemporaryFolder } from "./temporary-folder.ts";

/** Makes a folder with a file in another process, which goes on until it is killed. */
async function makeElsewhere() {
  const module = new URL("temporary-folder.ts", import.meta.url).href;
  const script = `const { TemporaryFolder } = await import(${JSON.stringify(module)});
    const { writeFileSync } = await import("node:fs");
    const { path } = globalThis.kept = TemporaryFolder.make();
    writeFileSync(path + "/data", "x");
    console.log(path);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, path: line.toString().trim() };
}

test("a start removes the folder of a killed process, and no other", async (t) => {
  using place = temporaryFolder();
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = place.path;
  t.after(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  const [killed, living] = [await makeElsewhere(), await makeElsewhere()];
  t.after(() => living.child.kill("SIGKILL"));
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  using own = TemporaryFolder.make();
  const older = `${place.path}/booking-import-older0`;
  mkdirSync(older);
  writeFileSync(`${older}/data`, "x");
  // Another user may put a link there: what it names is neither opened nor removed.
  const elsewhere = `${place.path}/elsewhere`;
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, `${place.path}/booking-import-linked`);

  assert.deepEqual(leftFolders(), { ended: [killed.path], unknown: [older] });
  assert.equal(removeLeftFolders(), 1);
  assert.ok(!existsSync(killed.path));
  for (const path of [living.path, own.path, older, elsewhere]) assert.ok(existsSync(path), path);
  assert.deepEqual(leftFolders(), { ended: [], unknown: [older] });
});
