import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { addEnvFile, Variables, WrongSetting } from "./variables.ts";

const encodings: readonly (readonly [string, (text: string) => Buffer, "read" | "refused"])[] = [
  ["UTF-8", (text) => Buffer.from(text), "read"],
  ["UTF-8 with a mark", (text) => Buffer.from(`\ufeff${text}`), "read"],
  ["UTF-16", (text) => Buffer.from(text, "utf16le"), "refused"],
  ["UTF-16 with a mark", (text) => Buffer.from(`\ufeff${text}`, "utf16le"), "refused"],
  ["UTF-16, big endian", (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(), "refused"],
  ["Latin 1", (text) => Buffer.from(`${text}é`, "latin1"), "refused"],
];

for (const [name, encode, outcome] of encodings) {
  test(`a file of settings in ${name} is ${outcome}, with its first variable`, () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "file");
    writeFileSync(path, encode("DATABASE_URL=sqlite:x\r\nPORT=81\r\n"));
    const environment: NodeJS.ProcessEnv = {};
    const read = () => addEnvFile(environment, path);
    if (outcome === "refused") assert.throws(read, isRefusal(/^--env-file names a file that is /));
    else assert.deepEqual(read(), ["DATABASE_URL", "PORT"]);
    assert.equal(environment["DATABASE_URL"], outcome === "refused" ? undefined : "sqlite:x");
  });

  test(`the file of a variable in ${name} is ${outcome}`, () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "file");
    writeFileSync(path, encode("CANARY\n"));
    const read = () => new Variables({ NAME_FILE: path }).given("NAME");
    if (outcome === "read") return assert.equal(read(), "CANARY");
    assert.throws(read, isRefusal(/^NAME_FILE names a file that is not text in UTF-8/));
  });
}

function isRefusal(sentence: RegExp) {
  return (error: Error) =>
    error instanceof WrongSetting &&
    sentence.test(error.message) &&
    !error.message.includes("CANARY");
}
