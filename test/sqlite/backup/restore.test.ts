import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readSeal } from "../../../src/store/sqlite/backup-file.ts";
import { ExclusiveLock } from "../../../src/store/sqlite/exclusive-lock.ts";
import { openStore } from "../../../src/store/store.ts";
import { call } from "../../harness/call.ts";
import { runCommand } from "../../harness/command.ts";
import { runCommandHere } from "../../harness/command-here.ts";
import { query } from "../../harness/database.ts";
import { laterProgram } from "../../harness/later-program.ts";
import { startServerProcess } from "../../harness/process.ts";
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

function contentBytesOf(file: string): number {
  const seal = readSeal(file);
  return seal.kind === "broken" ? 0 : seal.contentBytes;
}

describe("booking restore", () => {
  test("prints file and bytes, and gives exactly what is in the backup", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/new/folder/booking.db`;
    const made = await runCommand(url, ["restore", installation.backupFile, "--json"]);
    assert.equal(made.status, 0, made.err);
    assert.deepEqual(made.json, {
      file: installation.backupFile,
      bytes: statSync(installation.backupFile).size,
    });
    assert.deepEqual(readdirSync(`${folder.path}/new/folder`), ["booking.db"]);
    assert.equal(contents(url), contents(`sqlite:${installation.backupFile}`));
    assert.equal(statSync(`${folder.path}/new/folder/booking.db`).mode & 0o777, 0o600);
    const [event] = query(url, "select * from audit_event where action = 'database restored'");
    assert.match(String(event?.["actor"]), /^command line: /);
    for (const table of ["operator_session", "import_job"]) {
      const rows = (of: string) => query(of, `select count(*) n from ${table}`)[0]?.["n"];
      assert.deepEqual([rows(`sqlite:${installation.backupFile}`), rows(url)], [1, 0], table);
    }
  });

  test("over data needs --replace, and never applies what was in the old one's log", async () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    const old = contents(url);
    assertRefused(
      await runCommandHere(url, ["restore", installation.backupFile, "--json"]),
      /holds data.*--replace/,
    );
    assert.equal(contents(url), old);
    rmSync(path);
    rmSync(`${path}-wal`, { force: true });
    installation.copyTo(folder);
    const made = await runCommandHere(url, ["restore", installation.backupFile, "--replace"]);
    assert.equal(made.status, 0, made.err);
    assert.equal(contents(url), contents(`sqlite:${installation.backupFile}`));
    assert.notEqual(contents(url), old);
    assert.deepEqual(readdirSync(folder.path), ["booking.db"]);
  });

  test("keeps who may read the database, and follows a link to it", async () => {
    using folder = temporaryFolder();
    const { path } = installation.copyTo(folder);
    copyFileSync(path, `${folder.path}/real.db`);
    rmSync(path);
    rmSync(`${path}-wal`);
    symlinkSync(`${folder.path}/real.db`, path);
    const { mode, uid } = statSync(`${folder.path}/real.db`);
    const made = await runCommandHere(`sqlite:${path}`, [
      "restore",
      installation.backupFile,
      "--replace",
    ]);
    assert.equal(made.status, 0, made.err);
    const real = statSync(`${folder.path}/real.db`);
    assert.deepEqual([real.mode, real.uid], [mode, uid]);
    assert.equal(
      contents(`sqlite:${folder.path}/real.db`),
      contents(`sqlite:${installation.backupFile}`),
    );
    assert.deepEqual(readdirSync(folder.path).toSorted(), ["booking.db", "real.db"]);
  });

  test("needs no --replace where there is no account, nor minds a log without its database", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/empty.db`;
    assert.equal((await runCommandHere(url, ["migrate"])).status, 0);
    assert.equal((await runCommandHere(url, ["restore", installation.backupFile])).status, 0);
    assert.equal(contents(url), contents(`sqlite:${installation.backupFile}`));
    copyFileSync(`${installation.database}-wal`, `${folder.path}/orphan.db-wal`);
    const orphan = `sqlite:${folder.path}/orphan.db`;
    assert.equal((await runCommandHere(orphan, ["restore", installation.backupFile])).status, 0);
    assert.equal(contents(orphan), contents(`sqlite:${installation.backupFile}`));
  });

  test("is refused while a server runs, busy or idle, or another command; not after a kill", async () => {
    using folder = temporaryFolder();
    const { url } = installation.copyTo(folder);
    const old = contents(url);
    const restore = () =>
      runCommand(url, ["restore", installation.backupFile, "--replace", "--json"]);
    const server = await startServerProcess(url);
    assertRefused(await restore(), /A server or another command runs on .*booking\.db/);
    await sleep(1_500);
    assertRefused(await restore(), /A server or another command runs/);
    assert.equal((await call(server.operator, { path: "/readyz" })).status, 200);
    await server.kill();
    // As the command line does it, here in this process.
    const store = openStore(url);
    await store.schemaState();
    assertRefused(await restore(), /A server or another command runs/);
    await store.close();
    assert.equal(contents(url), old);
    const made = await restore();
    assert.equal(made.status, 0, made.err);
    assert.equal(contents(url), contents(`sqlite:${installation.backupFile}`));
  });

  test("makes a file that only its user may read, also where a kill leaves it to the next restore", () => {
    using folder = temporaryFolder();
    const path = `${folder.path}/booking.db`;
    const lock = ExclusiveLock.take(path);
    if (typeof lock === "string") assert.fail(lock);
    lock.close(true);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test("lets no server start on the database meanwhile", () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    const holder = ExclusiveLock.take(path);
    assert.ok(holder instanceof ExclusiveLock);
    assert.throws(() => openStore(url), /cannot be opened: database is locked/);
    holder.close(true);
    assertIntact(url);
  });

  test("of what is no intact backup is refused, and changes nothing", async () => {
    using folder = temporaryFolder();
    const { url } = installation.copyTo(folder);
    const old = contents(url);
    const files = `${folder.path}/files`;
    mkdirSync(files);
    const refused = async (name: string, make: (file: string) => void, sentence: RegExp) => {
      const file = `${files}/${name}`;
      make(file);
      const words = ["restore", file, "--replace", "--json"];
      assertRefused(await runCommandHere(url, words), sentence);
      assert.equal(contents(url), old, name);
    };
    const changed = (change: (file: string) => void) => (file: string) => {
      copyFileSync(installation.backupFile, file);
      change(file);
    };
    const told = (statement: string) =>
      changed((file) => {
        // Without its checksum, which would not fit.
        writeFileSync(file, readFileSync(file).subarray(0, contentBytesOf(file)));
        query(`sqlite:${file}`, `${statement} returning 1`);
      });
    await refused("missing", () => {}, /There is no file/);
    await refused("folder", (file) => mkdirSync(file), /There is no file/);
    await refused("text", (file) => writeFileSync(file, "x".repeat(9_000)), /no intact backup/);
    await refused("empty", (file) => writeFileSync(file, ""), /no backup of a booking database/);
    await refused(
      "cut",
      changed((file) => truncateSync(file, 40_000)),
      /no intact backup/,
    );
    await refused("damaged", changed(damage), /no intact backup/);
    await refused("foreign", makeForeign, /no backup of a booking database/);
    const newer = told("insert into schema_migration (name, applied_at) values ('9999-later', 0)");
    await refused("newer", newer, /made by a newer version/);
    const live = (file: string) => {
      copyFileSync(installation.database, file);
      copyFileSync(`${installation.database}-wal`, `${file}-wal`);
    };
    await refused("live", live, /in use \(.*live-wal/);
    await refused("../booking.db", () => {}, /the database itself/);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => /restoring|replaced/.test(name)),
      [],
    );
  });

  test("over what is no database is refused with what to do", async () => {
    using folder = temporaryFolder();
    writeFileSync(`${folder.path}/notes.txt`, "x".repeat(9_000));
    const url = `sqlite:${folder.path}/notes.txt`;
    const words = ["restore", installation.backupFile, "--replace", "--json"];
    assertRefused(await runCommandHere(url, words), /cannot be read as a database.*move it/);
    assert.equal(statSync(`${folder.path}/notes.txt`).size, 9_000);
  });

  test("over a database that is damaged inside puts it right", async () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    query(url, "pragma wal_checkpoint(truncate)");
    damage(path);
    assert.equal(
      (await runCommandHere(url, ["restore", installation.backupFile, "--replace"])).status,
      0,
    );
    assert.equal(contents(url), contents(`sqlite:${installation.backupFile}`));
  });

  test("of an older schema is accepted and said so, and `migrate` brings it up to date", async () => {
    using folder = temporaryFolder();
    using later = laterProgram();
    const { program } = later;
    const url = `sqlite:${folder.path}/booking.db`;
    const made = await runCommand(url, ["restore", installation.backupFile, "--json"], { program });
    assert.equal(made.status, 0, made.err);
    assert.deepEqual(Object.keys(made.json), ["file", "bytes"]);
    assert.match(made.err, /schema is older.*booking migrate/);
    assert.equal(contents(url), contents(`sqlite:${installation.backupFile}`));
    const migrated = await runCommand(url, ["migrate", "--json"], { program });
    assert.deepEqual(migrated.json.applied, [later.migration]);
    assert.equal((await runCommand(url, ["verify"], { program })).status, 0);
  });

  test("takes a process along that opened the old file and waits for it", async () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    const fresh = `${folder.path}/fresh.db`;
    copyFileSync(installation.backupFile, fresh);
    const holder = ExclusiveLock.take(path);
    assert.ok(holder instanceof ExclusiveLock);
    holder.gather();
    const program = `
      import { openStore } from ${JSON.stringify(import.meta.resolve("../../../src/store/store.ts"))};
      console.log("opening");
      const store = openStore(${JSON.stringify(url)});
      await store.migrate(Date.now());
      await store.accounts.create({ actor: "late", now: 1 }, { tenant: "late", environment: "uat" }, ["late.example"], []);
      await store.close();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await sleep(300);
    for (const end of ["-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
    renameSync(fresh, path);
    holder.close(true);
    assert.equal(await ended, 0);
    assertIntact(url);
    assert.deepEqual(
      query(url, "select tenant from account order by id").map((row) => row["tenant"]),
      ["acme", "late"],
    );
  });
});

function makeForeign(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("create table account (id integer primary key)");
  database.close();
}
