import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { programVersion } from "../src/domain/program-version.ts";
import { freePort } from "../test/harness/free-port.ts";
import { endsOf, nodesOf, oldestOfCheckout } from "./testing/nodes-of.ts";

/**
 * `npm run test:nodes` starts the package of `npm run build` on the oldest and the newest Node that `engines` declares,
 * makes the first calls, and starts the conformance kit there. The last Node before them gets one sentence. At last
 * `npm start` runs in a checkout on the oldest Node that README names for it. With `--all` these are the oldest and the newest of
 * each declared major and the newest of each other one, and the checkout has its own `npm ci` instead of the modules
 * of this one. It takes Nodes from the registry of packages.
 */
const all = process.argv.includes("--all");
const project = new URL("../", import.meta.url).pathname.replace(/\/$/, "");
const folder = mkdtempSync(`${tmpdir()}/booking-nodes-`);
const failed: string[] = [];
let passed = 0;
try {
  const unpacked = unpackBuilt();
  const { engines } = JSON.parse(readFileSync(`${project}/package.json`, "utf8"));
  const nodes = nodesOf(engines.node, publishedNodes());
  const { good, refused } = all ? nodes : endsOf(nodes);
  for (const version of good) {
    const node = fetchNode(version);
    await report(`the package on ${version}`, () => startPackage(node, unpacked.service));
    await report(`the kit on ${version}`, () => run(node, [unpacked.kit, "--help"]));
  }
  for (const version of refused) {
    await report(`${version} gets one sentence`, () =>
      refuse(fetchNode(version), unpacked.service),
    );
  }
  const { node, npm } = oldestOfCheckout;
  await report(`a checkout on ${node} with npm ${npm}`, () => startCheckout(fetchNode(node), npm));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const words of failed) console.error(words);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;

async function report(what: string, work: () => unknown): Promise<void> {
  try {
    await work();
    passed += 1;
    console.log(`✔ ${what}`);
  } catch (error) {
    failed.push(`✖ ${what}: ${(error as Error).message}`);
  }
}

/** The programs of the built package and the built kit, which has the checkout's dependencies. */
function unpackBuilt(): { readonly service: string; readonly kit: string } {
  const file = (name: string) => `${project}/dist/${name}-${programVersion}.tgz`;
  if (!existsSync(file("booking-service"))) {
    run(process.execPath, [`${project}/scripts/build.ts`, "--package"]);
  }
  const [service, kit] = ["booking-service", "booking-conformance"].map((name) => {
    mkdirSync(`${folder}/${name}`);
    run("tar", ["-xzf", file(name), "-C", `${folder}/${name}`]);
    return `${folder}/${name}/package`;
  });
  symlinkSync(`${project}/node_modules`, `${kit}/node_modules`);
  return { service: `${service}/bin/booking.js`, kit: `${kit}/booking-conformance.js` };
}

function packageOfNode(): string {
  return `node-${process.platform}-${process.arch}`;
}

function publishedNodes(): readonly string[] {
  return JSON.parse(run("npm", ["view", packageOfNode(), "versions", "--json"]));
}

/** The program of this Node. */
function fetchNode(version: string): string {
  const at = `${folder}/node-${version}`;
  if (!existsSync(at)) fetchPackage(`${packageOfNode()}@${version}`, at);
  return `${at}/package/bin/node`;
}

function fetchPackage(name: string, at: string): void {
  mkdirSync(at);
  const packed = run("npm", ["pack", "--silent", "--pack-destination", at, name]).trim();
  run("tar", ["-xzf", `${at}/${packed}`, "-C", at]);
}

async function startPackage(node: string, program: string): Promise<void> {
  const version = run(node, [program, "--version"]).trim();
  if (version !== programVersion) throw new Error(`--version prints ${version}`);
  const env = { ...process.env, ...(await ports()), PROCESSES: "2" };
  run(`${project}/scripts/first-calls`, [node, program], { env, cwd: folder });
}

function refuse(node: string, program: string): void {
  const { status, stdout, stderr } = spawnSync(node, [program, "--version"], { encoding: "utf8" });
  const isSentence = /^booking needs .+, and this is v[\d.]+\. The executable .+\.\n$/.test(stderr);
  if (status !== 1 || stdout !== "" || !isSentence) throw new Error(`${status}, ${stderr}`);
}

/** Starts what git has of this checkout with its own words, and makes one call. */
async function startCheckout(node: string, npm: string): Promise<void> {
  const [checkout, bin] = [`${folder}/checkout`, `${folder}/bin`];
  mkdirSync(checkout);
  mkdirSync(bin);
  run("sh", ["-c", `git -C "${project}" archive HEAD | tar -x -C "${checkout}"`]);
  fetchPackage(`npm@${npm}`, `${folder}/npm`);
  symlinkSync(node, `${bin}/node`);
  symlinkSync(`${folder}/npm/package/bin/npm-cli.js`, `${bin}/npm`);
  const env = { ...process.env, PATH: `${bin}:/usr/bin:/bin`, ...(await ports()) };
  if (all) run(`${bin}/npm`, ["ci"], { env, cwd: checkout });
  else useModules(checkout);
  const started = spawn(`${bin}/npm`, ["start"], { env, cwd: checkout, detached: true });
  try {
    const { api } = await readyOf(started);
    const { status } = await fetch(`${api}/v1/interactions:fetchContactBookings?external_id=1`);
    if (status !== 401) throw new Error(`A call without a token got ${status}`);
  } finally {
    if (started.pid !== undefined && started.exitCode === null) process.kill(-started.pid);
  }
}

/** The modules of this checkout, and what its installation has built. */
function useModules(checkout: string): void {
  symlinkSync(`${project}/node_modules`, `${checkout}/node_modules`);
  for (const built of ["console/dist", "docs/dist"])
    cpSync(`${project}/${built}`, `${checkout}/${built}`, { recursive: true });
}

async function readyOf(started: ReturnType<typeof spawn>): Promise<{ readonly api: string }> {
  const last: string[] = [];
  if (started.stdout === null) throw new Error("Its output is a pipe.");
  for await (const line of createInterface({ input: started.stdout })) {
    if (line.includes('"msg":"ready"')) return JSON.parse(line);
    last.splice(0, last.length - 5, line);
  }
  throw new Error(`It ended before it was ready: ${last.join(" ")}`);
}

async function ports(): Promise<Record<string, string>> {
  const names = ["PORT", "OPERATOR_PORT", "ACCOUNT_PAGE_PORT"];
  const found = await Promise.all(names.map(async (name) => [name, String(await freePort())]));
  return Object.fromEntries(found);
}

function run(
  program: string,
  words: readonly string[],
  how: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): string {
  return execFileSync(program, words, { encoding: "utf8", stdio: "pipe", ...how });
}
