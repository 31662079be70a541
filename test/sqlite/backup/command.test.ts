import assert from "node:assert/strict";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { backup } from "../../../proofs/programs/backup.ts";
import { proveBriefly } from "../../../proofs/running/prove-briefly.ts";
import { requireDatabaseFile } from "../../../src/cli/database-file.ts";
import { openStore } from "../../../src/store/store.ts";
import { runCommand } from "../../harness/command.ts";
import { runCommandHere } from "../../harness/command-here.ts";
import { query } from "../../harness/database.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { assertIntact } from "./assert-intact.ts";
import { assertRefused } from "./assert-refused.ts";
import { contents, makeInstallation, type Installation } from "./installation.ts";
import { damage } from "./damage.ts";

let installation: Installation;
before(async () => {
  installation = await makeInstallation();
});
after(() => installation[Symbol.dispose]());

describe("booking backup", () => {
  test("prints file and bytes, for its owner only, and leaves nothing else behind", async () => {
    using folder = temporaryFolder();
    const { url } = installation.copyTo(folder);
    mkdirSync(`${folder.path}/to`);
    const file = `${folder.path}/to/new.db`;
    const made = await runCommand(url, ["backup", file, "--json"]);
    assert.deepEqual(made.json, { file, bytes: statSync(file).size });
    assert.equal(made.status, 0);
    assert.equal(made.err, "");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(`${folder.path}/to`), ["new.db"]);
    assert.equal(contents(`sqlite:${file}`), contents(url));
    // One file without a log beside it, even after it was read.
    assert.deepEqual(query(`sqlite:${file}`, "pragma journal_mode")[0]?.["journal_mode"], "delete");
  });

  test("leaves a file alone unless it may replace it", async () => {
    using folder = temporaryFolder();
    const { url } = installation.copyTo(folder);
    const file = `${folder.path}/mine.txt`;
    writeFileSync(file, "mine");
    assertRefused(
      await runCommandHere(url, ["backup", file, "--json"]),
      /exists already.*--replace/,
    );
    assert.equal(readFileSync(file, "utf8"), "mine");
    assert.equal((await runCommandHere(url, ["backup", file, "--replace"])).status, 0);
    assert.equal(contents(`sqlite:${file}`), contents(url));
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  test("leaves a file alone that appears while the copy is made", async () => {
    using folder = temporaryFolder();
    const { url } = installation.copyTo(folder);
    const file = `${folder.path}/mine.txt`;
    const store = openStore(url);
    const answer = await store.backUp({
      file,
      replace: false,
      now: 1,
      onProgress: () => {},
      onChecking: () => writeFileSync(file, "mine"),
    });
    await store.close();
    assert.deepEqual(answer, { refused: { why: "file-exists" } });
    assert.equal(readFileSync(file, "utf8"), "mine");
  });

  test("removes what killed backups left, of its name or with a lock that nobody holds; nothing else", async () => {
    using folder = temporaryFolder();
    const { url } = installation.copyTo(folder);
    mkdirSync(`${folder.path}/to`);
    const partial = (name: string, end: number) =>
      `${folder.path}/to/${name}.partial-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c1${end}`;
    const ofEarlierRelease = partial("new.db", 1);
    const ofAnotherDay = partial("old.db", 2);
    const written = partial("new.db", 3);
    const foreign = partial("other.db", 4);
    const all = [ofEarlierRelease, ofAnotherDay, written, foreign];
    for (const path of all) writeFileSync(path, "personal data");
    writeFileSync(`${ofAnotherDay}.lock`, "");
    using lock = new DatabaseSync(`${written}.lock`);
    lock.exec("begin exclusive");
    const { status, err } = await runCommand(url, ["backup", `${folder.path}/to/new.db`]);
    assert.equal(status, 0, err);
    const kept = [`${folder.path}/to/new.db`, written, foreign];
    const found = readdirSync(`${folder.path}/to`)
      .filter((name) => !/\.lock(-journal)?$/.test(name))
      .map((name) => `${folder.path}/to/${name}`);
    assert.deepEqual(found.toSorted(), kept.toSorted());
  });

  test("never replaces the database itself, one in use, or what is no file", async () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    const other = installation.copyTo(folder, "other.db");
    linkSync(path, `${folder.path}/same.db`);
    symlinkSync(path, `${folder.path}/link.db`);
    const refused = async (file: string, sentence: RegExp) =>
      assertRefused(await runCommandHere(url, ["backup", file, "--replace", "--json"]), sentence);
    await refused(path, /the database itself/);
    await refused(`${folder.path}/same.db`, /the database itself/);
    await refused(`${folder.path}/link.db`, /the database itself/);
    await refused(other.path, /in use.*other\.db-wal/);
    await refused(folder.path, /no ordinary file/);
    await refused(
      `${folder.path}/none/x.db`,
      /The backup was not made: there is no such file or folder \(.*\/none\/x\.db\)\./,
    );
    assertIntact(url);
    assertIntact(other.url);
  });

  test("is refused without a file to copy, and says which tools PostgreSQL has", async () => {
    using folder = temporaryFolder();
    const file = `${folder.path}/x.db`;
    assertRefused(await runCommandHere("sqlite::memory:", ["backup", file, "--json"]), /in memory/);
    assertRefused(
      await runCommandHere("sqlite::memory:", ["restore", file, "--json"]),
      /in memory/,
    );
    assert.throws(() => requireDatabaseFile("postgres://db/x"), /pg_dump.*pg_basebackup/);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  test("of an older schema names the command to run first", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/new.db`;
    assertRefused(
      await runCommandHere(url, ["backup", `${folder.path}/x.db`, "--json"]),
      /booking migrate/,
    );
  });

  test("of a damaged database is not kept", async () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    query(url, "pragma wal_checkpoint(truncate)");
    damage(path);
    const file = `${folder.path}/x.db`;
    assertRefused(await runCommandHere(url, ["backup", file, "--json"]), /is damaged/);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.startsWith("x.db")),
      [],
    );
  });

  test("without a file, or with a flag that is none, is wrong usage", async () => {
    assert.equal((await runCommandHere("sqlite::memory:", ["backup"])).status, 2);
    assert.equal((await runCommandHere("sqlite::memory:", ["restore"])).status, 2);
    assert.equal((await runCommandHere("sqlite::memory:", ["restore", "x", "--force"])).status, 2);
  });

  test("asks for --replace where the file system cannot promise to overwrite nothing", async () => {
    using folder = temporaryFolder();
    const { url } = installation.copyTo(folder);
    const file = `${folder.path}/x.db`;
    const environment = { NODE_OPTIONS: dying, FAIL_LINKS: "1" };
    assertRefused(
      await runCommand(url, ["backup", file, "--json"], { environment }),
      /a name that is free, and --replace/,
    );
    assert.equal(existsSync(file), false);
    const made = await runCommand(url, ["backup", file, "--replace"], { environment });
    assert.equal(made.status, 0, made.err);
  });

  test("P27 killed at a step leaves no file of that name or a whole one, and a restore likewise", async () => {
    // `npm run prove -- backup` tries every step.
    await proveBriefly(backup, 8);
  });
});

const dying = `--import=${import.meta.resolve("../../harness/die-at-step.ts")}`;
