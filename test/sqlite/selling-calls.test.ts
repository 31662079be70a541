import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { openDesk } from "../harness/operator-api.ts";
import { catalogue } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const run = promisify(execFile);
const page = readFileSync("docs/integrating.md", "utf8");
const [, section = ""] = /^### Your page sells\n([^]*?)^##/m.exec(page) ?? [];
const blocks = [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
  ([, language = "", text = ""]) => ({ language, text }),
);
const only = (language: string) =>
  blocks.find((block) => block.language === language)?.text ?? assert.fail(language);

describe("docs/integrating.md, your page sells", () => {
  let service: TestService;
  let env: Record<string, string | undefined>;
  let folder: ReturnType<typeof temporaryFolder>;

  before(async () => {
    const tasting = { interaction: "pk_summer", activity: "tasting" };
    const vip = { ...tasting, id: "vip", display_name: "VIP", has_limited_capacity: true };
    const data = [
      ...catalogue,
      { kind: "ticket_type", ...vip, capacity_per_slot: 2 },
      { kind: "slot", ...tasting, starting_at: "2030-05-01T08:00:00Z", capacity: 8 },
    ];
    service = await startTestService([{ name: acme, hosts: ["127.0.0.1"], data }]);
    const { clientId, clientSecret, audience } = await service.credential();
    env = {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      KEY: (await openDesk(service, "book", [acme])).key,
      TOKEN: await service.token(),
      BASE_URL: service.api,
      BOOKING_BASE_URL: service.api,
      BOOKING_CLIENT_ID: clientId,
      BOOKING_CLIENT_SECRET: clientSecret,
      BOOKING_AUDIENCE: audience,
    };
    folder = temporaryFolder();
    symlinkSync(`${process.cwd()}/node_modules`, `${folder.path}/node_modules`);
  });
  after(async () => {
    folder[Symbol.dispose]();
    await service[Symbol.asyncDispose]();
  });

  test("its five commands answer as it says", async () => {
    const of = `${service.operator}/operator/v1/accounts/acme/production`;
    const commands = blocks.filter(({ language }) => language === "sh");
    assert.equal(commands.length, 5);
    for (const command of commands) {
      const { stdout } = await run("bash", ["-ec", command.text], {
        env: { ...env, OPERATOR: of },
      });
      const shown = blocks[blocks.indexOf(command) + 1];
      assert.equal(shown?.language, "json", command.text);
      assertHolds(JSON.parse(stdout), JSON.parse(shown.text), command.text);
    }
  });

  for (const [language, file, needs] of [
    ["ts", "sell.ts", [process.execPath, "--version"]],
    ["py", "sell.py", ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]],
    ["php", "sell.php", ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"]],
  ] as const) {
    const [program, ...words] = needs;
    const isHere = spawnSync(program, words).status === 0;
    test(`its program in ${language} books and cancels`, { skip: !isHere }, async () => {
      const path = `${folder.path}/${file}`;
      writeFileSync(path, `${language === "php" ? phpBeginning : ""}${only(language)}`);
      const { stdout } = await run(program, [path], {
        env: { ...env, OPERATOR: service.operator, PYTHONPATH: `${process.cwd()}/clients/python` },
      });
      assert.equal(stdout, "CONFIRMED\ncancelled\n");
    });
  }
});

const phpBeginning = `<?php
foreach (['errors', 'TokenFile', 'Transport', 'BookingClient'] as $file) {
    require "${process.cwd()}/clients/php/src/$file.php";
}
`;

const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** An answer has whatever the page shows of it. A time that depends on the clock is a time. */
function assertHolds(answer: unknown, shown: unknown, where: string): void {
  if (typeof shown !== "object" || shown === null) {
    const isOfClock = typeof shown === "string" && shown.startsWith("2030-04-20");
    if (isOfClock) assert.match(String(answer), time, where);
    else assert.equal(answer, shown, where);
    return;
  }
  assert.ok(typeof answer === "object" && answer !== null, where);
  for (const [name, value] of Object.entries(shown)) {
    assertHolds((answer as Record<string, unknown>)[name], value, `${where}: ${name}`);
  }
}
