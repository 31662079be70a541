import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { describeSandbox } from "../../../playground/sandbox/description.ts";
import { startTestSandbox } from "../../harness/sandbox.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { program, programWords } from "../../harness/program.ts";

const run = promisify(execFile);
const page = readFileSync("docs/sandbox.md", "utf8");
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", text = ""]) => ({ language, text }),
);
const ofLanguage = (language: string) => blocks.filter((block) => block.language === language);
const starts = ({ text }: { text: string }) => text.includes("booking sandbox");

describe("docs/sandbox.md", () => {
  test("has no block that is not run here", () => {
    assert.deepEqual(
      new Set(blocks.map(({ language }) => language)),
      new Set(["sh", "json", "js"]),
    );
    assert.ok(ofLanguage("sh").length > 8 && ofLanguage("json").length > 8);
    assert.ok(ofLanguage("js").length > 4);
  });

  test("starts a sandbox as it says", async () => {
    const [start, ...others] = ofLanguage("sh").filter(starts);
    assert.ok(start !== undefined && others.length === 0);
    const command = start.text
      .replaceAll(/(PORT=)\d+/g, "$10")
      .replace("npx booking", [program, ...programWords].join(" "));
    const child = spawn("bash", ["-c", `exec env ${command}`], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    for await (const line of createInterface(child.stdout)) if (line.includes("ready")) break;
    child.kill();
    await once(child, "exit");
  });

  test("prints of each command what is printed", async () => {
    await using sandbox = await startTestSandbox();
    const commands = ofLanguage("sh").filter((block) => !starts(block));
    const script = commands.map(({ text }) => `${text}\nprintf '\\n${separator}\\n'\n`).join("");
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", addressed(script, sandbox)]);
    const printed = stdout.split(separator);
    for (const [index, command] of commands.entries()) {
      const shown = blocks[blocks.indexOf(command) + 1];
      assert.equal(shown?.language, "json", command.text);
      assert.deepEqual(masked(JSON.parse(printed[index] ?? "")), masked(JSON.parse(shown.text)));
    }
  });

  test("has a test in Node that passes", async () => {
    using folder = temporaryFolder();
    const file = `${folder.path}/documented.test.mjs`;
    const text = ofLanguage("js")
      .map((block) => block.text)
      .join("\n");
    writeFileSync(file, text.replace("/path/to/booking-service", process.cwd()));
    // Run as an outsider runs it: not as a part of this run.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await run(process.execPath, ["--test", file], { env });
    assert.match(stdout, /^ℹ pass 4$/m);
    assert.match(stdout, /^ℹ fail 0$/m);
  });

  test("lists every contact and every fault in the words of the sandbox", () => {
    const rows = page
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) => line.split("|").map((cell) => cell.trim()));
    const { contacts, fault_kinds: faults, credential } = describeSandbox(Date.now());
    for (const { external_id: id, bookings, shows } of contacts) {
      const row = rows.find((cells) => cells[3] === shows);
      const name = row?.[1]?.replaceAll("`", "") ?? "";
      assert.ok(name === id || (id.length === 512 && name.startsWith(id.slice(0, 15))), id);
      assert.equal(row?.[2], String(bookings.length), id);
    }
    for (const { fault, does } of faults) {
      assert.ok(
        rows.some((cells) => cells[1]?.startsWith(`\`${fault}`) && cells[3] === does),
        fault,
      );
    }
    assert.ok(page.includes(credential.client_secret));
  });
});

const separator = "-- end of a block --";

/** The documented ports are those of the sandbox of this test. */
function addressed(script: string, { api, operator }: { api: string; operator: string }): string {
  return script
    .replaceAll("http://localhost:8080", api)
    .replaceAll("http://localhost:8081", operator);
}

/** Times differ from run to run. */
function masked(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"'));
}
