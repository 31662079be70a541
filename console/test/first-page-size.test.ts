import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const limitBytes = 200_000;

describe("the first page of the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    shown = await startConsoleUnderTest([]);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  test("is under 200 KB, compressed, with all that it loads, signing in included", async () => {
    const page = await shown.open();
    const loaded = new Set<string>();
    page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const again = await shown.signIn();
    await again.getByText("Nothing is here yet").waitFor();
    const entries: unknown = await again.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
    );
    assert.ok(Array.isArray(entries));
    for (const each of entries) loaded.add(String(each));
    const files = [...loaded].filter((path) => path.startsWith("/assets/"));
    assert.ok(
      files.some((file) => /overview/.test(file)),
      files.join(" "),
    );
    const sizes = ["/index.html", ...files].map((file) => ({
      file,
      bytes: gzipSync(readFileSync(new URL(`../dist${file}`, import.meta.url))).length,
    }));
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
    assert.ok(sum > 50_000 && sum < limitBytes, JSON.stringify({ sum, sizes }));
    await page.context().close();
    await again.context().close();
  });
});
