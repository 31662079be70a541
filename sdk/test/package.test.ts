import assert from "node:assert/strict";
import { readdirSync, readFileSync, existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { version } from "../src/version.ts";
import { packedProject, type PackedProject } from "./packed-project.ts";
import { runtimeService } from "./runtime-service.ts";

/** The size that a bundle grows by, compressed. */
const largestGzippedBytes = 12 * 1024;

describe("the packed library in somebody else's project", () => {
  let project: PackedProject;
  let installed: string;
  before(async () => {
    project = await packedProject();
    await project.run("npm", ["install", "--offline", project.tarball], { HOME: project.folder });
    installed = join(project.folder, "node_modules", "booking-service-client");
  });
  after(() => project[Symbol.dispose]());

  test("has no dependencies, and is the version that it says", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) {
      assert.equal(manifest[kind], undefined, kind);
    }
    for (const script of ["preinstall", "install", "postinstall"]) {
      assert.equal(manifest.scripts[script], undefined, script);
    }
    assert.equal(manifest.version, version);
    const inside = JSON.parse(readFileSync("sdk/src/package.json", "utf8"));
    assert.deepEqual([inside.name, inside.version], [manifest.name, manifest.version]);
    const shared = join(project.folder, "node_modules");
    assert.deepEqual(
      readdirSync(shared).filter((name) => !name.startsWith(".")),
      [manifest.name],
    );
  });

  test("holds plain JavaScript with types, its README, changes and licence, and nothing else", () => {
    const files = readdirSync(installed).toSorted();
    assert.deepEqual(files, ["CHANGELOG.md", "LICENSE", "README.md", "dist", "package.json"]);
    const built = readdirSync(join(installed, "dist"));
    assert.ok(built.length > 20);
    for (const file of built) assert.match(file, /^[\w-]+\.(js|d\.ts)$/);
    assert.equal(readFileSync("sdk/LICENSE", "utf8"), readFileSync("LICENSE", "utf8"));
  });

  test("has at most 12 KB of code, gzipped", () => {
    const folder = join(installed, "dist");
    const code = readdirSync(folder).filter((file) => file.endsWith(".js"));
    const bytes = Buffer.concat(code.map((file) => readFileSync(join(folder, file))));
    const gzipped = gzipSync(bytes).length;
    assert.ok(gzipped <= largestGzippedBytes, `${gzipped} bytes`);
  });

  test("needs nothing of Node: it imports only its own files", () => {
    const folder = join(installed, "dist");
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
      const text = readFileSync(join(folder, file), "utf8");
      for (const [, from] of text.matchAll(/^(?:im|ex)port\b[^;]*? from "([^"]+)"/gm)) {
        assert.match(from ?? "", /^\.\/[\w-]+\.js$/, file);
      }
      assert.doesNotMatch(text, /\brequire\(|\bimport\(|node:/, file);
    }
  });

  test("has declarations that import JavaScript, which every compiler resolves", () => {
    const folder = join(installed, "dist");
    const declarations = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
    const imports = declarations.flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/ from "([^"]+)"/g)].map(
        ([, from]) => from,
      ),
    );
    assert.ok(imports.length > 20);
    for (const from of imports) assert.match(from ?? "", /^\.\/[\w-]+\.js$/);
  });

  test("is used from JavaScript, on every Node of this machine", async () => {
    project.write("list-and-cancel.js", program);
    await using service = await runtimeService();
    const nodes = [...new Set([process.execPath, ...nodesOnPath()])];
    for (const node of nodes) {
      const { stdout } = await project.run(node, ["list-and-cancel.js"], service.environment());
      assert.match(stdout, /cancelled/, node);
    }
  });

  test("is used from TypeScript, at its strictest, with and without Node's types", async () => {
    project.write("list-and-cancel.ts", `${program}\n${typed}`);
    const tsc = resolve("node_modules/.bin/tsc");
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext"];
    const files = ["--skipLibCheck", "false", "list-and-cancel.ts"];
    const nodeTypes = ["--types", "node", "--typeRoots", resolve("node_modules/@types")];
    const withNode = [...strict, ...nodeTypes, "--lib", "es2022", ...files];
    const withDom = [...strict, "--types", "", "--lib", "es2022,dom", ...files];
    for (const words of [withNode, withDom]) {
      await assert.doesNotReject(project.run(tsc, words).catch(said));
    }
    project.write("wrong.ts", wrong);
    const refusal = await project.run(tsc, [...withDom.slice(0, -1), "wrong.ts"]).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
    const refused = refusal.matchAll(/^wrong\.ts\((\d+)/gm);
    assert.deepEqual(
      [...refused].map(([, line]) => Number(line)),
      [4, 5, 6, 7],
      refusal,
    );
  });
});

const program = `import { BookingClient } from "booking-service-client";

const client = new BookingClient();
for await (const booking of client.bookings("CUST-1", { statuses: ["CONFIRMED"] })) {
  const { outcome } = await client.cancelBooking(booking, { externalId: "CUST-1" });
  console.log(booking.activity.title, outcome);
  break;
}
`;

const typed = `
import type { Booking, BookingPage, CancelResult } from "booking-service-client";
const page: BookingPage = await client.listBookings("CUST-1", { from: new Date(), language: undefined });
const [booking]: readonly Booking[] = page.bookings;
const minutes: number | undefined = booking?.slot_duration_in_minutes;
const fetched = new BookingClient({ fetch: globalThis.fetch, logger: console });
const result: CancelResult = await fetched.cancelBooking(booking?.booking ?? "", {});
if (result.outcome === "unknown") console.log(result.reason.requestId, minutes);
`;

/** Each line from the fourth on is an error that the types must report. */
const wrong = `import { BookingClient, type Booking } from "booking-service-client";
declare const booking: Booking;
const client = new BookingClient();
client.listBookings("CUST-1", { statuses: ["confirmed"] });
export const minutes: number = booking.slot_duration_in_minutes;
export const host: string = booking.host.display_name;
client.cancelBooking(booking, { external_id: "CUST-1" });
`;

function nodesOnPath(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "node")).filter((node) => existsSync(node));
}

/** A program's output says more than its exit code. */
function said(error: { stdout?: string; stderr?: string }): never {
  throw new Error(`${error.stdout}\n${error.stderr}`);
}
