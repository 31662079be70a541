import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../../test/harness/until.ts";
import { startConsoleUnderTest } from "./console-under-test.ts";

test("no service stays open when no browser starts", async () => {
  process.env["TEST_BROWSER"] = "/no/such/browser";
  await assert.rejects(startConsoleUnderTest(), /no\/such\/browser/);
  await until(() => !process.getActiveResourcesInfo().includes("TCPServerWrap"));
});
