import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { checkDisk } from "../src/cli/check-machine.ts";
import { programVersion } from "../src/domain/program-version.ts";
import { zoneRelease } from "../src/domain/zones/zone-clock.ts";
import { openStore } from "../src/store/store.ts";
import { runCommand } from "./harness/command.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { createAccount } from "./harness/operate.ts";
import { program, programWords } from "./harness/program.ts";
import { readSettings } from "../src/service/settings.ts";
import { tooFewFiles } from "../src/service/connection-limit.ts";
import { startServerProcess } from "./harness/process.ts";
import { query } from "./harness/query.ts";
import { acmeWith, booking } from "./harness/seed.ts";
import { acme, audit, importLines } from "./harness/service.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";
import { markSteadyClock } from "./harness/steady-clock.ts";
import { engine, migratedDatabase, testDatabase } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";

const freePorts = { PORT: "0", OPERATOR_PORT: "0" };

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

async function doctor(url: string, environment: Record<string, string> = {}) {
  // Other tests kill imports meanwhile.
  using temporary = temporaryFolder();
  const { status, json } = await runCommand(url, ["doctor", "--json"], {
    environment: { ...freePorts, TMPDIR: temporary.path, ...environment },
  });
  const checks = json.checks as Check[];
  assert.equal(status, json.ok ? 0 : 1);
  assert.equal(
    json.ok,
    checks.every(({ ok }) => ok),
  );
  const failed = checks.filter(({ ok }) => !ok);
  return { checks, failed: new Map(failed.map(({ name, message }) => [name, message])) };
}

/** The tests' own PostgreSQL loses commits in a crash, which the doctor must name. */
function assertInOrder(failed: ReadonlyMap<string, string>): void {
  assert.deepEqual([...failed.keys()], engine === "sqlite" ? [] : ["durability"]);
  if (engine === "postgres") assert.match(failed.get("durability") ?? "", /fsync is off/);
}

describe("booking doctor", () => {
  test("finds nothing wrong with a database that was just made, and checks each thing once", async () => {
    await using database = await migratedDatabase();
    const { checks, failed } = await doctor(database.url);
    assertInOrder(failed);
    assert.deepEqual(
      checks.map(({ name }) => name),
      [
        "settings",
        "database",
        "durability",
        "schema",
        ...(engine === "postgres" ? ["rights", "connections"] : []),
        "clock",
        "disk",
        "temporary",
        "permissions",
        "ports",
        "open files",
        "zones",
      ],
    );
  });

  test("warns of operators' keys that end within two weeks, and is in order with them", async () => {
    await using database = await migratedDatabase();
    for (const [name, days] of [
      ["weekend", 3],
      ["season", 60],
      ["gone", 3],
    ] as const) {
      const end = new Date(Date.now() + days * 86_400_000).toISOString();
      const words = ["operator", "create", name, "--role", "viewer", "--expires", end];
      assert.equal((await runCommandHere(database.url, words)).status, 0);
    }
    await runCommandHere(database.url, ["operator", "revoke", "gone"]);
    const { checks, failed } = await doctor(database.url);
    assertInOrder(failed);
    const { message = "" } = checks.find(({ name }) => name === "operator keys") ?? {};
    assert.match(message, /^Warning: keys end within 14 days: weekend on 20\d\d-\d\d-\d\d\. /);
  });

  test("says whose disk has a database that is no file", async () => {
    assert.match((await checkDisk("sqlite::memory:")).message, /^The database is in memory\.$/);
    const { message } = await checkDisk("postgres://booking@127.0.0.1/booking");
    assert.match(message, /^PostgreSQL has the database: look at the disk of its server /);
  });

  test("warns of an account whose rows a backup has left out", async () => {
    await using database = await migratedDatabase();
    const store = openStore(database.url);
    await createAccount(store, audit(), acme, ["api.acme.example"], []);
    const contents = async () =>
      (await doctor(database.url)).checks.find(({ name }) => name === "contents");
    assert.equal(await contents(), undefined);
    const id = (await store.accounts.find(acme))?.id ?? assert.fail();
    await importLines(store, id, acmeWith([booking("ann")]).data ?? []);
    assert.equal(await contents(), undefined);
    await store.close();
    const tables =
      "ticket booking_event booking slot_event type_limit slot ticket_type host activity interaction group";
    for (const table of tables.split(" ")) query(database.url, `delete from "${table}"`);
    assert.match((await contents())?.message ?? "", /^Warning: acme\/production had a catalogue /);
    for (const words of [["verify"], ["verify", "acme/production"]]) {
      const verified = await runCommandHere(database.url, [...words, "--json"]);
      assert.equal(verified.status, 0, verified.err);
      assert.deepEqual(verified.json.emptied, ["acme/production"]);
      const { out } = await runCommandHere(database.url, words);
      assert.match(out, /laws hold\.\n\nWarning: acme\/production had a catalogue and has none\. /);
    }
  });

  test("B551 names a service's clock that was ahead", async () => {
    await using database = await migratedDatabase();
    const now = Date.now();
    markSteadyClock(database.url);
    assertInOrder((await doctor(database.url)).failed);
    markSteadyClock(database.url, now + 3 * 365 * 86_400_000);
    const { failed } = await doctor(database.url);
    assert.match(failed.get("clock") ?? "", /^A service's clock said 20.*, and 20.* after that: /);
  });

  test("says what to do about a schema that is missing, and a setting that is wrong", async () => {
    await using database = await testDatabase();
    const { failed } = await doctor(database.url);
    const what = engine === "sqlite" ? "database" : "schema";
    assert.match(failed.get(what) ?? "", /run `booking migrate`/);
    const { checks } = await doctor(database.url, { PORT: "80a" });
    assert.deepEqual(
      checks.map(({ name, ok }) => [name, ok]),
      [["settings", false]],
    );
    assert.match(checks[0]?.message ?? "", /^PORT is "80a", but must be/);
  });

  test("is content with ports that a running service has, and with no others", async () => {
    await using database = await migratedDatabase();
    await using server = await startServerProcess(database.url);
    const portOf = (url: string) => new URL(url).port;
    const ports = { PORT: portOf(server.api), OPERATOR_PORT: portOf(server.operator) };
    // On a busy machine a service may answer later than the doctor waits, and its ports then seem taken.
    const { failed: answered } = await until(async () => {
      const report = await doctor(database.url, ports);
      return report.failed.has("ports") ? null : report;
    });
    assertInOrder(answered);
    const stranger = createServer().listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const { port } = stranger.address() as AddressInfo;
    const { failed } = await doctor(database.url, { PORT: String(port) });
    stranger.close();
    assert.match(failed.get("ports") ?? "", /EADDRINUSE.*change PORT/);
    // TEST-NET-3, which no machine has.
    const elsewhere = await doctor(database.url, { OPERATOR_HOST: "203.0.113.9" });
    assert.match(elsewhere.failed.get("ports") ?? "", /EADDRNOTAVAIL.*change OPERATOR_HOST\./);
  });

  test("makes no database, and names the file that others may read", async () => {
    using folder = temporaryFolder();
    const file = `${folder.path}/booking.db`;
    const { failed } = await doctor(`sqlite:${file}`);
    assert.match(failed.get("database") ?? "", /There is no database at .*run `booking migrate`/);
    assert.deepEqual(readdirSync(folder.path), []);
    assert.equal((await runCommandHere(`sqlite:${file}`, ["migrate"])).status, 0);
    chmodSync(file, 0o644);
    const open = await doctor(`sqlite:${file}`);
    assert.match(open.failed.get("permissions") ?? "", /other users may read .*chmod 600/);
    chmodSync(file, 0o600);
    writeFileSync(`${folder.path}/url`, `sqlite:${file}`, { mode: 0o644 });
    const url = { DATABASE_URL_FILE: `${folder.path}/url` };
    assert.match((await doctor("", url)).failed.get("permissions") ?? "", /DATABASE_URL_FILE/);
  });

  test("names a folder for temporary files that cannot be used", async () => {
    await using database = await migratedDatabase();
    const { failed } = await doctor(database.url, { TMPDIR: "/none" });
    assert.match(failed.get("temporary") ?? "", / at \/none \(there is no such .*set TMPDIR/);
    using folder = temporaryFolder();
    const upload = `${folder.path}/booking-import-abcdef`;
    mkdirSync(upload);
    const left = await doctor(database.url, { TMPDIR: folder.path });
    assert.ok(left.failed.get("uploads")?.includes(`killed imports are in ${upload}: `));
    const environment = { TMPDIR: "/none" };
    const { json } = await runCommand(database.url, ["config", "--json"], { environment });
    assert.deepEqual(json.TMPDIR, { value: "/none", source: "environment" });
  });

  test("names what a killed backup or restore left near the database, and leaves one alone that is made", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/booking.db`;
    assert.equal((await runCommandHere(url, ["migrate"])).status, 0);
    mkdirSync(`${folder.path}/backups`);
    const partial = `${folder.path}/backups/monday.db.partial-2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11`;
    writeFileSync(partial, "personal data");
    using lock = new DatabaseSync(`${partial}.lock`);
    lock.exec("begin exclusive");
    assert.equal((await doctor(url)).failed.get("backups"), undefined);
    lock.exec("commit");
    const { failed } = await doctor(url);
    assert.ok(failed.get("backups")?.includes(`${partial} with personal data: remove`));
    writeFileSync(`${folder.path}/booking.db.restoring`, "personal data");
    assert.match((await doctor(url)).failed.get("backups") ?? "", /booking\.db\.restoring/);
  });

  test("reports a file that it may not see, and goes on with the other checks", async () => {
    using folder = temporaryFolder();
    // A link to itself, because nothing is hidden from root.
    symlinkSync("loop", `${folder.path}/loop`);
    const { checks, failed } = await doctor(`sqlite:${folder.path}/loop/booking.db`);
    assert.match(failed.get("permissions") ?? "", /booking\.db cannot be seen .* service's user/);
    assert.match(failed.get("database") ?? "", /open/);
    assert.ok(checks.some(({ name, ok }) => name === "ports" && ok));
  });

  test("says what to do about a database that does not answer, or ends with its process", async () => {
    using folder = temporaryFolder();
    writeFileSync(`${folder.path}/file`, "no database");
    for (const [url, remedy] of [
      ["postgres://booking@127.0.0.1:1/booking", /ECONNREFUSED.* Check its URL \(DATABASE_URL, /],
      [`sqlite:${folder.path}/file`, /not a database\. Check DATABASE_URL\./],
      ["sqlite::memory:", /ends with its process: set DATABASE_URL to a file or a server/],
    ] as const) {
      const { failed } = await doctor(url);
      assert.match(failed.get("database") ?? "", remedy);
      assert.match(failed.get("schema") ?? "", /^Not checked/);
    }
  });

  test("names the remedy for a pooler that refuses the session's settings", async () => {
    // What PgBouncer answers to a parameter that it does not track.
    const fields = "SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0";
    const length = Buffer.alloc(4);
    length.writeInt32BE(fields.length + 4);
    const pooler = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(fields)])),
      );
    }).listen(0, "127.0.0.1");
    await once(pooler, "listening");
    const { port } = pooler.address() as AddressInfo;
    const { failed } = await doctor(`postgres://booking@127.0.0.1:${port}/booking`);
    pooler.close();
    assert.match(failed.get("database") ?? "", /PgBouncer.*DATABASE_POOLER=transaction/);
  });
});

describe("booking ready", () => {
  test("says whether the service is ready, without its database, and does not wait for long", async () => {
    await using database = await migratedDatabase();
    const ready = (port: string) =>
      runCommand("", ["ready", "--json"], { environment: { OPERATOR_PORT: port } });
    await using server = await startServerProcess(database.url);
    // On a busy machine it may answer later than the command waits.
    const { json } = await until(async () => {
      const result = await ready(new URL(server.operator).port);
      return result.status === 0 ? result : null;
    });
    assert.deepEqual(json, {
      status: "ready",
      version: programVersion,
      zones: zoneRelease,
    });
    await server.kill();
    const gone = await ready(new URL(server.operator).port);
    assert.equal(gone.status, 1);
    assert.match(gone.err, /No service answers on 127\.0\.0\.1 port \d+/);
  });

  test("says why the service is not ready", async () => {
    const closing = createHttpServer((_request, response) => {
      response.writeHead(503, { "content-type": "application/json" });
      response.end('{"status":"not ready","reason":"the service is closing","version":"1.0.0"}');
    }).listen(0, "127.0.0.1");
    await once(closing, "listening");
    const { port } = closing.address() as AddressInfo;
    const environment = { OPERATOR_PORT: String(port) };
    // Here, too, a busy machine may answer later than the command waits.
    const { status, err } = await until(async () => {
      const result = await runCommand("", ["ready"], { environment });
      return result.err.startsWith("No service answers") ? null : result;
    });
    closing.close();
    assert.deepEqual([status, err], [1, "The service is not ready: the service is closing\n"]);
  });
});

describe("a forgotten DATABASE_URL", () => {
  test("makes no second database, unless the command is there to make one and says so", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/data/booking.db`;
    for (const words of [
      ["account", "list"],
      ["verify"],
      ["backup", "x"],
      ["find", "--account", "a/uat"],
    ]) {
      const { status, err } = await runCommandHere(url, words);
      assert.equal(status, 1, words[0]);
      assert.match(err, /^There is no database at .*: set DATABASE_URL .*`booking migrate`\.\n$/);
    }
    assert.deepEqual(readdirSync(folder.path), []);
    const made = await runCommandHere(url, ["migrate"]);
    assert.equal(made.status, 0);
    assert.match(made.err, /^Making a new database at .*booking\.db\.\n$/);
    assert.equal((await runCommandHere(url, ["migrate"])).err, "");
  });
});

test("doctor and the log say where the limit of open files is too small for the settings", async () => {
  await using database = await migratedDatabase();
  const small = {
    OPERATOR_CONNECTIONS_MAX: "100000",
    WEBHOOK_POSTS_MAX: "10000",
    WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  };
  const limited = ["sh", "-c", 'ulimit -n 4096 && exec "$@"', "sh"] as const;
  await using server = await startServerProcess(database.url, small, null, [
    ...limited,
    program,
    ...programWords,
  ]);
  const said = /A process may open 4096 files, and the settings need 240256: raise the limit/;
  assert.ok(server.lines.some((line) => said.test(line)));
  assert.equal(tooFewFiles(readSettings({}), 768), null);
  assert.match(tooFewFiles(readSettings({}), 767) ?? "", /may open 767 files.* need 768/);
  const { status, stdout } = spawnSync(
    "sh",
    ["-c", 'ulimit -n 700 && exec "$@"', "sh", program, ...programWords, "doctor", "--json"],
    { env: { PATH: process.env["PATH"], DATABASE_URL: database.url, ...freePorts } },
  );
  assert.equal(status, 1);
  const { checks } = JSON.parse(String(stdout)) as { checks: Check[] };
  const found = checks.find(({ name }) => name === "open files");
  assert.deepEqual([found?.ok, /700 files.* need 768/.test(found?.message ?? "")], [false, true]);
});
