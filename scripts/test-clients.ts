import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * `npm run test:clients` runs `clients/scenarios/scenarios.json` with the client of each language that this machine has,
 * against one sandbox, and names the languages that it has not. `--all` fails where one is missing.
 */
interface Scenario {
  readonly name: string;
  readonly secret?: string;
  readonly faults?: readonly object[];
  readonly steps: readonly {
    readonly call: string;
    readonly external_id: string;
    readonly gives: object;
  }[];
  /** The endpoint and the status of each request that the sandbox received; null where it cut the connection. */
  readonly requests: readonly string[];
  /** What the scenario lasts at least. */
  readonly seconds?: number;
}

const folder = "clients/scenarios";
const scenarios: readonly Scenario[] = JSON.parse(readFileSync(`${folder}/scenarios.json`, "utf8"));
const languages = {
  TypeScript: {
    needs: [process.execPath, "--version"],
    run: [process.execPath, `${folder}/driver.ts`],
  },
  Python: {
    needs: ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"],
    run: ["python3", `${folder}/driver.py`],
  },
  PHP: {
    needs: ["php", "-r", "exit(PHP_VERSION_ID < 80200 || !extension_loaded('curl') ? 1 : 0);"],
    run: ["php", `${folder}/driver.php`],
  },
} as const satisfies Record<string, { needs: readonly string[]; run: readonly string[] }>;

const [passed, failed, missing] = [[] as string[], [] as string[], [] as string[]];
const sandbox = await startSandbox();
try {
  for (const [language, { needs, run }] of Object.entries(languages)) {
    if (spawnSync(needs[0], needs.slice(1)).status !== 0) missing.push(language);
    else await runAll(language, run);
  }
} finally {
  sandbox.child.stdin?.end();
}
if (missing.length > 0) console.log(`Not on this machine: ${missing.join(", ")}.`);
if (failed.length > 0 || (process.argv.includes("--all") && missing.length > 0))
  process.exitCode = 1;
console.log(`${passed.length} passed, ${failed.length} failed`);

async function runAll(language: string, [file, ...words]: readonly [string, ...string[]]) {
  const child = spawn(file, words, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  // A driver that has ended is reported by each scenario that asks it.
  child.stdin.on("error", () => {});
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (step: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(step)}\n`);
    return JSON.parse((await lines.next()).value ?? '"The client ended."');
  };
  for (const scenario of scenarios) {
    const name = `${language}: ${scenario.name}`;
    try {
      await runOne(scenario, ask);
      passed.push(name);
      console.log(`✔ ${name}`);
    } catch (error) {
      failed.push(name);
      console.log(`✖ ${name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
  child.stdin.end();
  await ended;
}

async function runOne(
  { secret, faults = [], steps, requests, seconds = 0 }: Scenario,
  ask: (step: object) => Promise<unknown>,
): Promise<void> {
  const { api, credential, control, bookingOf } = sandbox;
  await control("reset", {});
  for (const fault of faults) await control("faults", fault);
  const { client_id, client_secret, audience } = credential;
  const options = { base_url: api, client_id, client_secret: secret ?? client_secret, audience };
  assert.deepEqual(await ask({ call: "open", options }), {});
  const began = performance.now();
  for (const { gives, ...step } of steps)
    assert.deepEqual(await ask({ ...step, booking: bookingOf(step.external_id) }), gives);
  assert.ok(performance.now() - began >= seconds * 1000, `It took less than ${seconds} s.`);
  const { requests: seen } = await control("requests");
  const short: Readonly<Record<string, string>> = {
    "oauth:token": "token",
    "interactions:fetchContactBookings": "list",
    "interactions:cancelInteractionBooking": "cancel",
  };
  assert.deepEqual(
    seen.map(({ endpoint, status }: any) => `${short[endpoint]} ${status}`),
    requests,
  );
}

async function startSandbox() {
  const words = ["bin/booking.js", "sandbox", "--json", "--end-with-input"];
  const env = { ...process.env, PORT: "0", OPERATOR_PORT: "0" };
  const child: ChildProcess = spawn(process.execPath, words, {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout!), "line");
  const { api, operator, credential, contacts } = JSON.parse(String(line));
  const control = async (path: string, body?: object): Promise<any> => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${operator}/sandbox/${path}`, init);
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };
  const bookingOf = (externalId: string): string | undefined =>
    contacts.find((one: any) => one.external_id === externalId)?.bookings[0];
  return { child, api, credential, control, bookingOf };
}
