import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { readSheetNow, readWholeNow } from "./input-file.ts";

const encodings: readonly (readonly [string, (text: string) => Buffer, "read" | "refused"])[] = [
  ["UTF-8", (text) => Buffer.from(text), "read"],
  ["UTF-8 with a mark", (text) => Buffer.from(`\ufeff${text}`), "read"],
  ["UTF-16", (text) => Buffer.from(text, "utf16le"), "refused"],
  ["UTF-16 with a mark", (text) => Buffer.from(`\ufeff${text}`, "utf16le"), "refused"],
];

for (const [name, encode, outcome] of encodings) {
  test(`a file of a flag in ${name} is ${outcome}`, () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "days.txt");
    writeFileSync(path, encode("2031-06-03\n"));
    if (outcome === "read") assert.equal(readWholeNow(path), "2031-06-03\n");
    else assert.throws(() => readWholeNow(path), /days\.txt is not in UTF-8: save it as/);
  });
}

const others: readonly (readonly [string, number[], string])[] = [
  [
    "a picture",
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a],
    "bookings, not a picture: export them from the other system as CSV",
  ],
  [
    "a binary file",
    [0x61, 0, 0x62, 0xff],
    "text in UTF-8, not a binary file (it has NUL bytes): export the bookings from the other system as CSV",
  ],
];

for (const [name, bytes, expected] of others) {
  test(`of ${name} in place of a spreadsheet, what the import says of it is said`, () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "sheet.csv");
    writeFileSync(path, Buffer.from(bytes));
    assert.throws(() => readSheetNow(path), { message: `${path}: expected ${expected}.` });
    assert.throws(() => readWholeNow(path), /sheet\.csv is not in UTF-8/);
  });
}
