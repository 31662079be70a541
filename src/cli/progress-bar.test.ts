import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test, type TestContext } from "node:test";
import { ProgressBar } from "./progress-bar.ts";

function drawn(t: TestContext, format: string, total: number) {
  t.mock.method(performance, "now", () => now);
  let now = 0;
  const stream = new PassThrough();
  const bar = new ProgressBar(format, total, stream);
  const later = (value: number) => {
    now += 100;
    bar.update(value);
    return String(stream.read());
  };
  return { bar, stream, later };
}

test("a bar grows with its value, and what is wiped away leaves the cursor", (t) => {
  const { bar, stream, later } = drawn(t, "Copying {bar} {percentage}%", 8);
  assert.match(String(stream.read()), /Copying ░{40} 0%/);
  assert.match(later(2), /Copying █{10}░{30} 25%/);
  assert.match(later(9), /Copying █{40} 100%/);
  bar.update(1);
  assert.equal(stream.read(), null, "at most every tenth of a second");
  bar.stop();
  bar.stop();
  assert.equal(String(stream.read()), "\u001b[1G\u001b[2K\u001b[?25h");
  bar.update(8);
  assert.equal(stream.read(), null);
  assert.ok(!process.listeners("exit").some((each) => each.name.includes("stop")));
});

test("a count of unknown size has no bar", (t) => {
  const { bar, later } = drawn(t, "Exporting {value} lines", 0);
  assert.match(later(12), /Exporting 12 lines/);
  bar.stop();
});
