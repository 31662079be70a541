import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";
import { assertAccessible } from "./assert-accessible.ts";

describe("signing in to the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    shown = await startConsoleUnderTest();
  });
  after(() => shown?.[Symbol.asyncDispose]());

  test("P28 a key leads in", async () => {
    const page = await shown.signIn();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await assertAccessible(page, "overview");
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });
});
