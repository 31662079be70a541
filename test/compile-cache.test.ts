import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { describe, test } from "node:test";
import { temporaryFolder } from "./harness/temporary-folder.ts";

/** Where a program keeps compiled code; null where it keeps none. */
function cacheFolder(env: Readonly<Record<string, string>>): string | null {
  const script = `import module from "node:module";
    import { keepCompiledCode } from ${JSON.stringify(`file://${resolve("bin/compile-cache.js")}`)};
    keepCompiledCode();
    console.log(JSON.stringify(module.getCompileCacheDir() ?? null));`;
  const words = ["--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, words, { env, encoding: "utf8" }));
}

/** Whether a thread and a process that such a program starts have its folder before their first file. */
function isInherited(env: Readonly<Record<string, string>>): boolean {
  const ask = `process.stdout.write(String(process.getBuiltinModule("node:module").getCompileCacheDir()))`;
  const script = `import { execFileSync } from "node:child_process";
    import { text } from "node:stream/consumers";
    import { Worker } from "node:worker_threads";
    import module from "node:module";
    import { keepCompiledCode } from ${JSON.stringify(`file://${resolve("bin/compile-cache.js")}`)};
    keepCompiledCode();
    const thread = new Worker(${JSON.stringify(ask)}, { eval: true, stdout: true });
    const child = execFileSync(process.execPath, ["--eval", ${JSON.stringify(ask)}], { encoding: "utf8" });
    const own = module.getCompileCacheDir();
    console.log(JSON.stringify([await text(thread.stdout), child].every((each) => each === own)));`;
  const words = ["--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, words, { env, encoding: "utf8" }));
}

/** A home with the caches' folder, and a folder for temporary files. */
function makeHome(path: string): { readonly caches: string; readonly env: Record<string, string> } {
  for (const folder of ["home", "temporary"]) mkdirSync(`${path}/${folder}`);
  chmodSync(`${path}/temporary`, 0o1777);
  const env = { HOME: `${path}/home`, TMPDIR: `${path}/temporary` };
  return { caches: `${path}/home/.cache`, env };
}

describe("compiled code is kept only where no other user of the machine can put any", () => {
  test("in the user's own folder of caches, which others cannot read, and never among temporary files", () => {
    using folder = temporaryFolder();
    const { caches, env } = makeHome(folder.path);
    const words = ["bin/booking.js", "--version"];
    const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.deepEqual(readdirSync(`${folder.path}/temporary`), []);
    assert.equal(statSync(`${caches}/booking`).mode & 0o777, 0o700);
    const [kept = ""] = readdirSync(`${caches}/booking`);
    assert.ok(readdirSync(`${caches}/booking/${kept}`).length > 0);
  });

  test("and its threads and processes have it from their first file on", () => {
    using folder = temporaryFolder();
    assert.ok(isInherited(makeHome(folder.path).env));
  });

  test("where the user says so", () => {
    using folder = temporaryFolder();
    const { env } = makeHome(folder.path);
    const chosen = { ...env, XDG_CACHE_HOME: `${folder.path}/home/chosen` };
    assert.ok(cacheFolder(chosen)?.startsWith(`${folder.path}/home/chosen/booking/`));
    const asNode = { ...env, NODE_COMPILE_CACHE: `${folder.path}/home/node` };
    assert.ok(cacheFolder(asNode)?.startsWith(`${folder.path}/home/node/`));
  });

  for (const [what, spoil] of [
    ["others may read the folder", (caches) => mkdirSync(`${caches}/booking`, { mode: 0o755 })],
    [
      "the folder is a link",
      (caches) => {
        mkdirSync(`${caches}/../elsewhere`, { mode: 0o700 });
        symlinkSync(`${caches}/../elsewhere`, `${caches}/booking`);
      },
    ],
    ["others may write to the folder above", (caches) => chmodSync(caches, 0o777)],
    ["others may write to the home", (caches) => chmodSync(`${caches}/..`, 0o770)],
  ] satisfies [string, (caches: string) => void][]) {
    test(`nowhere where ${what}`, () => {
      using folder = temporaryFolder();
      const { caches, env } = makeHome(folder.path);
      mkdirSync(caches);
      assert.notEqual(cacheFolder({ ...env, XDG_CACHE_HOME: `${folder.path}/home/.sound` }), null);
      spoil(caches);
      assert.equal(cacheFolder(env), null);
    });
  }

  test(
    "nowhere where another user made the folder first",
    { skip: process.getuid?.() === 0 ? false : "only root can give a folder away" },
    () => {
      using folder = temporaryFolder();
      const { caches, env } = makeHome(folder.path);
      mkdirSync(`${caches}/booking`, { recursive: true, mode: 0o700 });
      assert.notEqual(cacheFolder(env), null);
      for (const given of [`${caches}/booking`, `${folder.path}/home`]) {
        execFileSync("chown", ["65534", given]);
        assert.equal(cacheFolder(env), null);
        execFileSync("chown", ["0", given]);
      }
    },
  );

  test("nowhere where there is no home, and the program works", () => {
    assert.equal(cacheFolder({ HOME: "/dev/null" }), null);
  });
});
