import assert from "node:assert/strict";
import { test } from "node:test";
import { logPagesFor } from "./write-ahead-log.ts";

const mib = 2 ** 20;

const cases = [
  { space: "none", bytes: 0, pages: 250 },
  { space: "a small disk", bytes: 16 * mib, pages: 1_024 },
  { space: "a large disk", bytes: 1_024 * mib, pages: 8_000 },
];
for (const { space, bytes, pages } of cases) {
  test(`with ${space} the write-ahead log may have ${pages} pages`, () => {
    assert.equal(logPagesFor(bytes), pages);
  });
}
