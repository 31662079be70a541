import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { PageCommands } from "../harness/page-commands.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { until } from "../harness/until.ts";

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
  assert.match(commands.run("npx booking operator create YOUR_NAME", { YOUR_NAME: "jo" }), /bsk_/);
  assert.match(commands.run("npx booking operator create shop"), /bsk_/);
  const client = JSON.parse(commands.run("npx booking credential create", {}, "--json"));
  const here = { "http://127.0.0.1:8080": service.api };
  const askToken = () =>
    JSON.parse(
      commands.run("curl -sS http://127.0.0.1:8080/v1/oauth:token", {
        ...here,
        CLIENT_ID: client.client_id,
        CLIENT_SECRET: client.client_secret,
        AUDIENCE: client.audience,
      }),
    );
  // A command's change takes effect in a running process within a second.
  const accessToken = await until(() => askToken().access_token, { everyMs: 300 });
  const list = commands.run("curl -sS 'http://127.0.0.1:8080/v1/interactions", {
    ...here,
    ACCESS_TOKEN: accessToken,
  });
  assert.deepEqual(JSON.parse(list), { page_number: 1, page_size: 100 });
  commands.run("npx booking account host add");
  commands.run("mkdir -p backups");
  commands.run("npx booking backup");
  assert.deepEqual(readdirSync(`${folder.path}/backups`), ["booking-2030-05-01.db"]);
  await service.stop();
  commands.run("npx booking verify");
  commands.run("npx booking doctor");
  assert.deepEqual(commands.left, []);
});
