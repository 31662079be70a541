import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codeFiles } from "../../test/repository/imports.ts";
import { readAsked } from "./asked.ts";
import { longRuns, plan } from "./plan.ts";

const filesOf = (...args: readonly string[]) =>
  [...new Set(plan(readAsked(args)).flatMap(({ files }) => files))].toSorted();
const everyTest = codeFiles.filter((file) => /\.test\.(ts|js)$/.test(file)).toSorted();
const inBrowser = ["account-page/test/browser.test.ts", "console/test/desk.test.ts"];

describe("the files of a test run", () => {
  test("are all test files with --all", () => {
    assert.deepEqual(filesOf("--all"), everyTest);
  });

  test("are without --all those outside a browser, without the long runs", () => {
    const everyday = filesOf();
    const leftOut = everyTest.filter((file) => !everyday.includes(file));
    for (const file of [...longRuns, ...inBrowser]) assert.ok(leftOut.includes(file), file);
    const others = leftOut.filter((file) => !longRuns.includes(file));
    const pages = /^(account-page|console)\/test\/|^src\/operator\/pages\//;
    assert.deepEqual(
      others.filter((file) => !pages.test(file)),
      [],
    );
  });

  test("have both engines without --all as well, but for the operator API", () => {
    const everyday = filesOf();
    const pairs = (...args: readonly string[]) =>
      plan(readAsked(args)).flatMap(({ files, engine }) =>
        files.map((file) => `${file} ${engine}`),
      );
    const on = pairs();
    const lost = pairs("--all").filter((pair) => !on.includes(pair));
    const unexpected = lost
      .filter((pair) => everyday.includes(pair.split(" ")[0] ?? ""))
      .filter((pair) => !/^test\/operator-api\/.* postgres$/.test(pair));
    assert.deepEqual(unexpected, []);
    assert.ok(lost.includes("test/operator-api/slots.test.ts postgres"));
    // The engine that is named, or the file, is wanted.
    const slots = "test/operator-api/slots.test.ts";
    assert.ok(pairs("--engine", "postgres").includes(`${slots} postgres`));
    assert.deepEqual(pairs(slots).toSorted(), [`${slots} postgres`, `${slots} sqlite`]);
  });

  test("of the operator API have PostgreSQL with --all where they are about data, and the others when they are named", () => {
    const on = (file: string, ...args: readonly string[]) =>
      plan(readAsked(args))
        .filter(({ files }) => files.includes(`test/operator-api/${file}.test.ts`))
        .map(({ engine }) => engine)
        .toSorted();
    assert.deepEqual(on("both-ways", "--all"), ["postgres", "sqlite"]);
    assert.deepEqual(on("streams", "--all"), ["sqlite"]);
    assert.deepEqual(on("streams", "--all", "--engine", "postgres"), ["postgres"]);
    assert.deepEqual(on("streams", "test/operator-api"), ["postgres", "sqlite"]);
  });

  test("are all where durations are recorded, and on Citus those named for it", () => {
    assert.deepEqual(filesOf("--keep-times"), everyTest);
    assert.ok(filesOf("--engine", "citus").includes("test/storm.test.ts"));
  });

  test("are the named ones, also a long run and a folder with browsers", () => {
    for (const file of [...longRuns, ...inBrowser]) assert.deepEqual(filesOf(file), [file]);
    for (const file of inBrowser) assert.ok(filesOf("console", "account-page").includes(file));
  });
});
