import assert from "node:assert/strict";
import { test } from "node:test";
import { PageCommands } from "../harness/page-commands.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

test("docs/first-week.md: its commands run as written, one after the other", async () => {
  using folder = temporaryFolder();
  const commands = new PageCommands("docs/first-week.md", folder.path, {
    DATABASE_URL: `sqlite:${folder.path}/data/booking.db`,
    PORT: "0",
    OPERATOR_PORT: "0",
  });
  commands.run("npx booking migrate");
  commands.run("npx booking account create");
  await using service = await commands.serve("npx booking serve");
  assert.match(commands.run("npx booking operator create"), /bsk_/);
  assert.match(commands.run("npx booking credential create"), /bss_/);
  commands.run("npx booking backup");
  await service.stop();
  commands.run("npx booking verify");
  commands.run("npx booking doctor");
  assert.deepEqual(commands.left, []);
});
