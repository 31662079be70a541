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
    // A group is sent in a later turn of the event loop than the one that asked. What a test asks by itself
    // names no table in quotation marks.
    for (const statement of config?.statements ?? []) {
      if (statement.text.includes(' from "')) note(statement);
    }
    if (typeof config?.text === "string" && !seen.has(config.text) && isOfTheStore()) note(config);
    return send.apply(this, words);
  };
}

function note({ text, values = [] }) {
  if (seen.has(text)) return;
  seen.add(text);
  appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
}

/** Whether the store is among the callers. */
function isOfTheStore() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const { stack = "" } = new Error("where this was called");
  Error.stackTraceLimit = limit;
  // A test that asks the engine by itself comes through the engine's files alone.
  return /\/src\/store\/(?!postgres\/|on-connection)/.test(stack);
}
