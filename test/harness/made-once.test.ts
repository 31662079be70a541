import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "node:test";
import { madeOnce } from "./made-once.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("a folder that is made once", () => {
  test("is not there before it is whole, however many make it at once", async () => {
    using parent = temporaryFolder();
    const folder = `${parent.path}/cache/program`;
    const make = async (aside: string, writes: string) => {
      writeFileSync(`${aside}/first`, writes);
      await sleep(5);
      assert.ok(!existsSync(folder) || existsSync(`${folder}/last`), "half of it is in place");
      writeFileSync(`${aside}/last`, writes);
    };
    await Promise.all(
      ["one", "two", "three"].map((writes) => madeOnce(folder, (aside) => make(aside, writes))),
    );
    assert.equal(readFileSync(`${folder}/first`, "utf8"), readFileSync(`${folder}/last`, "utf8"));
    assert.deepEqual(readdirSync(`${parent.path}/cache`), ["program"]);
  });

  test("is not made again", async () => {
    using parent = temporaryFolder();
    const folder = `${parent.path}/program`;
    await madeOnce(folder, async (aside) => writeFileSync(`${aside}/file`, "first"));
    await madeOnce(folder, () => assert.fail("it is there"));
    assert.equal(readFileSync(`${folder}/file`, "utf8"), "first");
  });

  test("leaves nothing behind when it cannot be made", async () => {
    using parent = temporaryFolder();
    const full = new Error("no space left on device");
    await assert.rejects(
      madeOnce(`${parent.path}/program`, () => Promise.reject(full)),
      full,
    );
    assert.deepEqual(readdirSync(parent.path), []);
  });
});
