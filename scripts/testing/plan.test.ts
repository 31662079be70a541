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
    const pages = /^(account-page|console)\/test\/|^src\/operator\/(docs|reference)\//;
    assert.deepEqual(
      others.filter((file) => !pages.test(file)),
      [],
    );
  });

  test("have the operator API on both engines with --all, else on one", () => {
    const file = "test/operator-api/slots.test.ts";
    const enginesOf = (...args: readonly string[]) =>
      plan(readAsked(args))
        .filter(({ files }) => files.includes(file))
        .map(({ engine }) => engine)
        .toSorted();
    assert.deepEqual(enginesOf("--all"), ["postgres", "sqlite"]);
    assert.deepEqual(enginesOf(), ["sqlite"]);
    assert.deepEqual(enginesOf("--engine", "postgres"), ["postgres"]);
    assert.deepEqual(enginesOf(file), ["postgres", "sqlite"]);
  });

  test("are the named ones, also a long run and a folder with browsers", () => {
    for (const file of [...longRuns, ...inBrowser]) assert.deepEqual(filesOf(file), [file]);
    for (const file of inBrowser) assert.ok(filesOf("console", "account-page").includes(file));
  });
});
