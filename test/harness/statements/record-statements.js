import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

/*
 * Loaded into a process with `--import`, this module notes every statement that the store sends to
 * PostgreSQL, once for each text, in a file of the process in the folder `TEST_STATEMENTS`. What a test
 * sends by itself is left out. `lint-statements.ts` reads what was noted. JavaScript, since programs on
 * an older Node load it too.
 */
const folder = process.env["TEST_STATEMENTS"] ?? "";
const file = join(folder, `${process.pid}.ndjson`);
const seen = new Set();
const send = Object.getOwnPropertyDescriptor(Client.prototype, "query")?.value;

if (folder !== "") {
  Client.prototype.query = function query(...words) {
    const [config] = words;
    if (typeof config?.text === "string" && !seen.has(config.text) && isOfTheStore()) {
      seen.add(config.text);
      const { text, values = [] } = config;
      appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
    }
    return send.apply(this, words);
  };
}

/** Whether the store is among the callers. */
function isOfTheStore() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const { stack = "" } = new Error("where this was called");
  Error.stackTraceLimit = limit;
  // A test that asks the engine by itself comes through the engine's files alone.
  return /\/src\/store\/(?!postgres\/)/.test(stack);
}
