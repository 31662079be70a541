import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { programVersion } from "../../../src/domain/program-version.ts";
import { sandboxCredential } from "../../../playground/sandbox/credential.ts";
import { bookingId } from "../../../playground/sandbox/data/contact.ts";
import { faultNames } from "../../../playground/sandbox/fault-kinds.ts";
import { call } from "../../harness/call.ts";
import { startServerProcess } from "../../harness/process.ts";
import { acmeWith, booking, cancelPath, fetchPath, tokenPath } from "../../harness/seed.ts";
import { startTestService } from "../../harness/service.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { until } from "../../harness/until.ts";
import { program, programWords } from "../../harness/program.ts";

const { account: _, ...credential } = sandboxCredential;
const tokenRequest = { ...credential, grant_type: "client_credentials" };

interface Running extends AsyncDisposable {
  readonly ready: any;
  readonly out: readonly string[];
  readonly err: () => string;
  readonly exited: Promise<number | null>;
  readonly child: ReturnType<typeof spawn>;
}

async function runSandbox(
  flags: readonly string[],
  environment: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<Running> {
  const child = spawn(program, [...programWords, "sandbox", ...flags], {
    cwd,
    env: { PATH: process.env["PATH"], PORT: "0", OPERATOR_PORT: "0", ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const out: string[] = [];
  const ready = await new Promise((resolve, reject) => {
    child.once("close", (status) => reject(new Error(`It ended with ${status}: ${err}`)));
    createInterface(child.stdout).on("line", (line) => {
      out.push(line);
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
    });
  });
  return {
    ready,
    out,
    err: () => err,
    exited,
    child,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function askToken(api: string, host = "localhost") {
  return call(api, { method: "POST", path: tokenPath, host, body: tokenRequest });
}

describe("booking sandbox", () => {
  test("prints the ready line of serve, and for people a table of what there is", async () => {
    await using sandbox = await runSandbox([]);
    const { api, operator, msg } = sandbox.ready;
    assert.equal(msg, "ready");
    assert.equal((await fetch(`${operator}/readyz`)).status, 200);
    assert.equal((await askToken(api)).status, 200);
    const text = () => sandbox.err();
    await until(() => text().includes("X-Sandbox-Fault"));
    assert.match(text(), /^client_secret {2}bss_sandbox-/m);
    assert.match(text(), /^upcoming +3 +three upcoming CONFIRMED/m);
    assert.match(text(), /^many +250 /m);
    for (const fault of faultNames) assert.match(text(), new RegExp(`^${fault}`, "m"));
  });

  test("with --json prints one line: where it is, and all there is to try", async () => {
    await using sandbox = await runSandbox(["--json"]);
    const { version, api, operator, account, contacts, fault_kinds } = sandbox.ready;
    const { credential: given } = sandbox.ready;
    assert.equal(version, programVersion);
    assert.equal(account, "sandbox/development");
    assert.deepEqual(given, sandboxCredential);
    assert.equal(contacts.find((each: any) => each.external_id === "many").bookings.length, 250);
    assert.equal(fault_kinds.length, faultNames.length);
    assert.equal((await askToken(api)).status, 200);
    assert.equal((await fetch(`${operator}/sandbox`)).status, 200);
    sandbox.child.kill("SIGTERM");
    assert.equal(await sandbox.exited, 0);
    assert.equal(sandbox.out.length, 1);
  });

  test("A58 is reached on every loopback host, and on the hosts it was given", async () => {
    await using sandbox = await runSandbox(["--json", "--api-host", "Sandbox.Test:8080"]);
    for (const host of ["localhost", "127.0.0.1", "[::1]", "me.localhost:99", "sandbox.test"]) {
      assert.equal((await askToken(sandbox.ready.api, host)).status, 200, host);
    }
    assert.equal((await askToken(sandbox.ready.api, "api.acme.example")).status, 500);
  });

  test("never opens the database that DATABASE_URL names, and says so", async () => {
    const folder = temporaryFolder();
    const file = `${folder.path}/real.db`;
    for (const environment of [
      { DATABASE_URL: `sqlite:${file}` },
      { DATABASE_URL_FILE: `${folder.path}/not-there` },
      { DATABASE_URL: "postgres://db.acme.example/booking", PROCESSES: "4" },
    ]) {
      await using sandbox = await runSandbox(["--json"], environment, folder.path);
      assert.equal((await askToken(sandbox.ready.api)).status, 200);
      assert.match(sandbox.err(), /Not used: DATABASE_URL/);
      assert.doesNotMatch(sandbox.err(), /acme|real\.db/);
    }
    assert.ok(!existsSync(file));
    assert.deepEqual(readdirSync(folder.path), []);
    folder[Symbol.dispose]();
  });

  test("leaves a real database with its production account as it is", async () => {
    await using real = await startTestService([acmeWith([booking("CUST-1")])]);
    const { accounts } = real.store;
    const look = async () => Promise.all((await accounts.list()).map(accounts.withCounts));
    const before = await look();
    {
      await using sandbox = await runSandbox(["--json"], { DATABASE_URL: real.databaseUrl });
      const answer = await askToken(sandbox.ready.api, "api.acme.example");
      assert.equal(answer.status, 500);
      await fetch(`${sandbox.ready.operator}/sandbox/reset`, { method: "POST" });
    }
    assert.deepEqual(await look(), before);
  });

  test("with --end-with-input it ends with its parent, and by a signal still", async () => {
    await using sandbox = await runSandbox(["--json", "--end-with-input"]);
    sandbox.child.stdin?.end();
    assert.equal(await sandbox.exited, 0);
    await using other = await runSandbox(["--json", "--end-with-input"]);
    other.child.kill("SIGTERM");
    assert.equal(await other.exited, 0);
  });
});

describe("booking serve has no trace of the sandbox", () => {
  test("the header means nothing, there are no controls, and the credentials are refused", async () => {
    await using prepared = await startTestService([acmeWith([booking("CUST-1")])]);
    const token = await prepared.token();
    await using server = await startServerProcess(prepared.databaseUrl);
    const host = "api.acme.example";
    for (const fault of [...faultNames, "nonsense"]) {
      const headers = { "x-sandbox-fault": fault };
      const answer = await call(server.api, {
        path: `${fetchPath}?external_id=CUST-1`,
        host,
        token,
        headers,
      });
      assert.deepEqual([answer.status, answer.json.total_count], [200, 1], fault);
    }
    for (const path of ["", "/clock", "/faults", "/requests", "/reset"]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await fetch(`${server.operator}/sandbox${path}`, { method });
        assert.equal(answer.status, 404, `${method} ${path}`);
      }
    }
    assert.equal((await askToken(server.api, host)).status, 500);
    const cancel = {
      method: "POST",
      path: cancelPath,
      host,
      token,
      body: { booking: bookingId(1, 1) },
    };
    assert.equal((await call(server.api, cancel)).status, 500);
    const log = server.lines.join("\n");
    assert.doesNotMatch(log, /sandbox/i);
  });
});
