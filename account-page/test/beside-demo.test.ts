import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { call } from "../../test/harness/call.ts";
import { runCommandHere } from "../../test/harness/command-here.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { until } from "../../test/harness/until.ts";

/** The command that `npm start` runs. */
interface Demo {
  readonly child: ChildProcess;
  readonly page: string;
  readonly api: string;
  /** Everything written to either stream. */
  said(): string;
  readonly gone: Promise<number | null>;
}

describe("npm start: the account page beside the service", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder[Symbol.dispose]());

  const databaseUrl = () => `sqlite:${join(folder.path, "demo.db")}`;

  async function startDemo(environment: Record<string, string> = {}): Promise<Demo> {
    const script: string = JSON.parse(readFileSync("package.json", "utf8")).scripts.start;
    const [, , ...words] = script.split(" ");
    const child = spawn(process.execPath, words, {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl(),
        PORT: "0",
        OPERATOR_PORT: "0",
        ACCOUNT_PAGE_PORT: "0",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    const gone = new Promise<number | null>((resolve) => child.once("close", resolve));
    const why = () => `The demo ended with ${child.exitCode ?? child.signalCode}: ${text}`;
    const page = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          text += chunk.toString();
          const address = /Account page: (\S+)|(account page has ended)/.exec(text);
          if (address !== null) resolve(address[1] ?? "");
        });
      }
      void gone.then(() => reject(new Error(why())));
    });
    const api = /"api":"([^"]+)"/.exec(text)?.[1] ?? "";
    return { child, page, api, said: () => text, gone };
  }

  const answers = (url: string) =>
    call(url, { path: "/", host: new URL(url).host }).then(
      ({ status }) => status,
      () => null,
    );

  test("prints the page's address, lists and cancels, and `booking show` agrees", async () => {
    const demo = await startDemo();
    const host = new URL(demo.page).host;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const signedIn = await call(demo.page, {
      method: "POST",
      path: "/sign-in",
      host,
      headers: form,
      body: "customer=ada",
    });
    const cookie = signedIn.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
    const list = await call(demo.page, { path: "/bookings", host, headers: { cookie } });
    assert.ok(list.text.includes('href="/calendar"'), "the demo offers a calendar");
    const path = /href="(\/bookings\/[^"]+\/cancel[^"]*)"/.exec(list.text)?.[1] ?? "";
    const question = await call(demo.page, { path, host, headers: { cookie } });
    const token = /name="token" value="([^"]+)"/.exec(question.text)?.[1] ?? "";
    const cancelled = await call(demo.page, {
      method: "POST",
      path: path.split("?", 1)[0] ?? "",
      host,
      headers: { ...form, cookie },
      body: `token=${token}`,
    });
    assert.equal(cancelled.status, 303);
    const booking = path.split("/")[2] ?? "";
    const shown = await runCommandHere(databaseUrl(), ["show", booking, "--json"]);
    assert.equal(shown.json.booking_status, "CANCELLED");
    const sold = await call(demo.page, { path: "/book", host, headers: { cookie } });
    assert.equal(sold.status, 200, sold.text);
    assert.match(sold.text, /href="\/book\/slot\?/, "the demo sells");
    assert.match(demo.said(), /Console, this link works once/);
    demo.child.kill("SIGTERM");
    assert.equal(await demo.gone, 0);
    assert.deepEqual([await answers(demo.page), await answers(demo.api)], [null, null]);
    assert.doesNotMatch(demo.said(), /has ended|"level":"error"/);
  });

  test("R88 hands the secret over where no other user of the machine can read it", async () => {
    const demo = await startDemo();
    const secret = /"client_secret":"([^"]+)"/.exec(demo.said())?.[1] ?? assert.fail();
    const commandLines = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readIfThere(`/proc/${pid}/cmdline`));
    assert.ok(commandLines.some((line) => line.includes("account-page/main.ts")));
    for (const line of commandLines) assert.ok(!line.includes(secret));
    // A killed demo, as after a power cut: the page must not stay on its port.
    demo.child.kill("SIGKILL");
    await until(async () => (await answers(demo.page)) === null);
  });

  test("reports the end of the page, and the service keeps serving", async () => {
    const demo = await startDemo();
    const parent = new RegExp(`^PPid:\\s${demo.child.pid}$`, "m");
    const page = readdirSync("/proc").find(
      (name) =>
        parent.test(readIfThere(`/proc/${name}/status`)) &&
        readIfThere(`/proc/${name}/cmdline`).includes("account-page/main.ts"),
    );
    process.kill(Number(page ?? assert.fail()), "SIGKILL");
    await until(() => demo.said().includes("account page has ended (SIGKILL)"));
    assert.match(demo.said(), /set ACCOUNT_PAGE_PORT to another one/);
    assert.equal(await answers(demo.api), 404);
    demo.child.kill("SIGINT");
    assert.equal(await demo.gone, 0);
  });
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
