import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { restoreStore } from "../../../src/store/store.ts";
import { runCommandHere } from "../../harness/command-here.ts";
import { seededRandom, type Random } from "../../harness/random.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { contents, makeInstallation, type Installation } from "./installation.ts";

const flips = 200;

let installation: Installation;
before(async () => {
  installation = await makeInstallation();
});
after(() => installation[Symbol.dispose]());

describe("the checksum of a backup", () => {
  test("P27 lets none of 200 backups with one other bit be restored", async () => {
    using folder = temporaryFolder();
    const whole = readFileSync(installation.backupFile);
    const random = seededRandom(8);
    const file = `${folder.path}/flipped.db`;
    const { url } = installation.copyTo(folder);
    const restored: number[] = [];
    for (let flip = 0; flip < flips; flip += 1) {
      const at = flippedByte(flip, whole.length, random);
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << random(8)), at);
      writeFileSync(file, flipped);
      const answer = await restoreStore(url, {
        file,
        replace: true,
        audit: { actor: "test", now: Date.now() },
        onProgress: () => {},
        onChecking: () => {},
      });
      if (!("refused" in answer)) restored.push(at);
    }
    assert.deepEqual(restored, []);
  });

  test("lets the file be opened as a database", () => {
    using folder = temporaryFolder();
    const file = `${folder.path}/opened.db`;
    copyFileSync(installation.backupFile, file);
    using database = new DatabaseSync(file);
    assert.equal(database.prepare("pragma integrity_check").get()?.["integrity_check"], "ok");
    database.exec("create table more (text text); insert into more values ('x')");
    assert.equal(database.prepare("pragma integrity_check").get()?.["integrity_check"], "ok");
  });

  test("may be missing, as in a backup of 0.1.0, which the command says", async () => {
    using folder = temporaryFolder();
    const file = `${folder.path}/old.db`;
    const sealed = readFileSync(installation.backupFile);
    writeFileSync(file, sealed.subarray(0, sealed.lastIndexOf("\nbooking backup, SHA-256")));
    const url = `sqlite:${folder.path}/booking.db`;
    const restored = await runCommandHere(url, ["restore", file]);
    assert.equal(restored.status, 0, restored.err);
    assert.match(restored.err, /It carries no checksum/);
    assert.equal(contents(url), contents(`sqlite:${file}`));
  });
});

/** The first and the last bytes hold SQLite's header and the checksum itself. */
function flippedByte(flip: number, bytes: number, random: Random): number {
  if (flip < 20) return flip;
  return flip < 60 ? bytes - 1 - flip : random(bytes);
}
