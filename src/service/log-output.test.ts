import assert from "node:assert/strict";
import { test } from "node:test";
import { LogOutput } from "./logging.ts";

/** An output over a reader that a test opens and closes. */
function outputOver() {
  const written: string[] = [];
  const state: { fault: string | null; perWrite: number } = { fault: null, perWrite: Infinity };
  const output = new LogOutput(() => (bytes, offset) => {
    if (state.fault !== null) throw Object.assign(new Error(state.fault), { code: state.fault });
    const some = bytes.subarray(offset, offset + state.perWrite);
    written.push(some.toString());
    return some.length;
  });
  return { output, state, text: () => written.join("") };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("lines are written in their order, those of one turn together", async () => {
  const { output, text } = outputOver();
  for (const line of ["a\n", "b\n"]) output.write(line);
  assert.equal(text(), "");
  await turn();
  assert.equal(text(), "a\nb\n");
});

test("what a reader takes in pieces is written whole and once", async () => {
  const { output, state, text } = outputOver();
  state.perWrite = 3;
  output.write("0123456789\n");
  await turn();
  assert.equal(text(), "0123456789\n");
});

for (const code of ["EAGAIN", "ENOSPC", "EPIPE", "EIO"]) {
  test(`after ${code} lines wait, and are written when the log works again`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { output, state, text } = outputOver();
    state.fault = code;
    output.write("first\n");
    await turn();
    output.write("second\n");
    await turn();
    assert.equal(text(), "");
    state.fault = null;
    t.mock.timers.tick(1_000);
    assert.equal(text(), "first\nsecond\n");
    assert.equal(output.dropped, 0);
  });
}

test("lines beyond the bound are dropped, counted, and reported", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { output, state, text } = outputOver();
  state.fault = "ENOSPC";
  const line = `${"x".repeat(1023)}\n`;
  for (let sent = 0; sent < 5_000; sent += 1) output.write(line);
  await turn();
  // A megabyte waits beside the lines that were being written when the disk was full.
  for (let sent = 0; sent < 5_000; sent += 1) output.write(line);
  const { dropped } = output;
  assert.ok(dropped >= 10_000 - 2 * 1024, String(dropped));
  state.fault = null;
  t.mock.timers.tick(1_000);
  await turn();
  const lines = text().trim().split("\n");
  const reports = lines.filter((each) => each.includes("log lines dropped"));
  const reported = reports.map((report) => JSON.parse(report).dropped as number);
  assert.equal(
    reported.reduce((sum, each) => sum + each, 0),
    dropped,
  );
  assert.ok(reported.length <= 2);
  assert.equal(lines.length - reports.length, 10_000 - dropped);
  output.write("later\n");
  await turn();
  assert.ok(text().endsWith("later\n"));
});
