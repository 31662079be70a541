import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileFault } from "./input-file.ts";

function faultOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    return fileFault(error as Error);
  }
  return assert.fail("it worked");
}

test("the usual faults of files are said in words, and others as they come", () => {
  const none = `${tmpdir()}/there-is-no-such-file`;
  assert.equal(
    faultOf(() => readFileSync(none)),
    "there is no such file or folder",
  );
  assert.equal(
    faultOf(() => readFileSync(tmpdir())),
    "it is a folder",
  );
  // A full disk, which no test can make everywhere.
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  assert.equal(fileFault(full), "no space is left on its disk");
  assert.equal(fileFault(new Error("another fault")), "another fault");
});
