import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
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
import { backup } from "../../proofs/programs/backup.ts";
import { proveBriefly } from "../../proofs/running/prove-briefly.ts";
import { requireDatabaseFile } from "../../src/cli/database-file.ts";
import { readSeal } from "../../src/store/sqlite/backup-seal.ts";
import { ExclusiveLock } from "../../src/store/sqlite/exclusive-lock.ts";
import { openStore } from "../../src/store/store.ts";
import { runCommand, type CommandResult } from "../harness/command.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { call } from "../harness/call.ts";
import { breaches, query } from "../harness/database.ts";
import { startServerProcess } from "../harness/process.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  otherHost,
  otherWith,
  productionHost,
  tokenPath,
} from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { contents, makeInstallation, type Installation } from "./backup/installation.ts";
import { laterProgram } from "../harness/later-program.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const contacts = Array.from({ length: 20 }, (_, index) => `CUST-${index}`);

function bookingsOf(contact: string, count: number): ReturnType<typeof booking>[] {
  return Array.from({ length: count }, (_, index) =>
    booking(contact, { slot_starting_at: `2030-05-${10 + (index % 15)}T08:00:00Z` }),
  );
}

function contentBytesOf(file: string): number {
  const seal = readSeal(file);
  return seal.kind === "broken" ? 0 : seal.contentBytes;
}

describe("a backup made during cancels", () => {
  test("P27 is the database of one moment: restored, it gives every answer of that moment", async () => {
    using folder = temporaryFolder();
    const lines = contacts.flatMap((contact) => bookingsOf(contact, 150));
    await using service = await startTestService([acmeWith(lines), otherWith(bookingsOf("X", 5))], {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    });
    const tokens = {
      acme: await service.token(productionHost),
      other: await service.token(otherHost),
    };
    const first = await everyAnswer(service.api, tokens);
    const load = startCancels(
      service,
      tokens.acme,
      lines.map((line) => line.booking),
    );
    const made: { file: string; startedAt: number; endedAt: number }[] = [];
    for (const round of [1, 2, 3]) {
      await sleep(100);
      const file = `${folder.path}/${round}.db`;
      const startedAt = performance.now();
      const backup = await runCommand(service.databaseUrl, ["backup", file]);
      assert.equal(backup.status, 0, backup.err);
      made.push({ file, startedAt, endedAt: performance.now() });
    }
    const cancels = await load.stop();
    const last = await everyAnswer(service.api, tokens);

    for (const [index, { file, startedAt, endedAt }] of made.entries()) {
      const url = `sqlite:${folder.path}/elsewhere-${index}/booking.db`;
      const restored = await runCommandHere(url, ["restore", file]);
      assert.equal(restored.status, 0, restored.err);
      assert.deepEqual(breaches(url), []);
      const verified = await runCommandHere(url, ["verify"]);
      assert.equal(verified.status, 0, verified.out);
      await using server = await startServerProcess(url);
      const answers = await everyAnswer(server.api, tokens);

      const has = (id: string) => answers.get(id)?.["booking_status"] === "CANCELLED";
      assertOneMoment(cancels, has, startedAt, endedAt);
      assert.deepEqual([...answers.keys()], [...first.keys()]);
      for (const [id, answer] of answers) {
        assert.deepEqual(answer, (has(id) ? last : first).get(id), id);
      }
      for (const host of [productionHost, otherHost]) {
        assert.equal((await requestToken(service, server.api, host)).status, 200);
      }
    }
  });
});

describe("a backup of a database that never rests", () => {
  test("comes to its end although others commit all the time", async () => {
    using folder = temporaryFolder();
    const { url, path } = installation.copyTo(folder);
    // Some dozen steps of copying, with a commit between any two of them.
    const database = new DatabaseSync(path);
    database.exec("create table padding (content blob); pragma synchronous = off");
    for (let number = 0; number < 60; number += 1) {
      database.exec("insert into padding values (randomblob(1000000))");
    }
    const writer = setInterval(() => database.exec("update directory set version = version + 1"));
    // Nothing but its end ends the commits.
    const made = await runCommand(url, ["backup", `${folder.path}/x.db`]);
    clearInterval(writer);
    database.close();
    assert.equal(made.status, 0, made.err);
  });
});

interface Cancel {
  readonly id: string;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** Six callers cancel one booking after the other until they are stopped. */
function startCancels(service: TestService, token: string, ids: readonly string[]) {
  const waiting = ids.toSorted();
  const cancels: Cancel[] = [];
  const caller = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const askedAt = performance.now();
      const answer = await service.call({
        method: "POST",
        path: cancelPath,
        token,
        body: { booking: id },
      });
      assert.equal(answer.status, 200, answer.text);
      cancels.push({ id, askedAt, answeredAt: performance.now() });
      await sleep(5);
    }
  };
  const callers = Promise.all(Array.from({ length: 6 }, caller));
  return {
    stop: async () => {
      waiting.length = 0;
      await callers;
      return cancels;
    },
  };
}

/** Everything answered before the backup is in it, nothing asked after it, and no gap in between. */
function assertOneMoment(
  cancels: readonly Cancel[],
  has: (id: string) => boolean,
  startedAt: number,
  endedAt: number,
): void {
  const during = cancels.filter((one) => one.askedAt > startedAt && one.answeredAt < endedAt);
  assert.ok(during.length > 0, "no cancel came during the backup");
  const contained = cancels.filter(({ id }) => has(id));
  const others = cancels.filter(({ id }) => !has(id));
  assert.ok(others.length > 0 && contained.length > 0);
  const lastAsked = Math.max(...contained.map(({ askedAt }) => askedAt));
  const firstAnswered = Math.min(...others.map(({ answeredAt }) => answeredAt));
  assert.ok(lastAsked <= firstAnswered, "a later cancel is in the backup, an earlier one is not");
  assert.ok(firstAnswered >= startedAt, "a cancel answered before the backup is not in it");
  assert.ok(lastAsked <= endedAt, "a cancel asked after the backup is in it");
}

/** Every booking of every contact, of both accounts, as the interface lists it. */
async function everyAnswer(
  api: string,
  tokens: { readonly acme: string; readonly other: string },
): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const askers = [
    ...contacts.map((contact) => ({ contact, host: productionHost, token: tokens.acme })),
    { contact: "X", host: otherHost, token: tokens.other },
  ];
  for (const { contact, host, token } of askers) {
    const path = `${fetchPath}?external_id=${contact}&page_size=1000`;
    const answer = await call(api, { path, host, token });
    assert.equal(answer.status, 200, answer.text);
    for (const record of answer.json.bookings) found.set(record.booking, record);
  }
  return found;
}

async function requestToken(service: TestService, api: string, host: string) {
  const { clientId, clientSecret, audience } = await service.credential(host);
  const body = {
    client_id: clientId,
    client_secret: clientSecret,
    audience,
    grant_type: "client_credentials",
  };
  return call(api, { method: "POST", path: tokenPath, host, body });
}

/** Copied for each test. */
let installation: Installation;
before(async () => {
  installation = await makeInstallation();
});
after(() => installation[Symbol.dispose]());

function assertIntact(url: string): void {
  assert.deepEqual(
    query(url, "pragma integrity_check").map((row) => row["integrity_check"]),
    ["ok"],
  );
}

function assertRefused(result: CommandResult, sentence: RegExp): void {
  assert.equal(result.status, 1, result.out + result.err);
  assert.deepEqual(Object.keys(result.json), ["error"]);
  assert.deepEqual(Object.keys(result.json.error), ["message"]);
  assert.match(result.json.error.message, sentence);
  assert.doesNotMatch(result.err, /\n\s+at /, "a stack is not a sentence");
}

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
      onProgress: () => {},
      onChecking: () => writeFileSync(file, "mine"),
    });
    await store.close();
    assert.deepEqual(answer, { refused: { why: "file-exists" } });
    assert.equal(readFileSync(file, "utf8"), "mine");
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
      import { openStore } from ${JSON.stringify(import.meta.resolve("../../src/store/store.ts"))};
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

/** Overwrites a page in the middle, as a bad disk would. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4_096 * 20, 4_096 * 22);
  writeFileSync(path, bytes);
}

function makeForeign(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("create table account (id integer primary key)");
  database.close();
}

const dying = `--import=${import.meta.resolve("../harness/die-at-step.ts")}`;
