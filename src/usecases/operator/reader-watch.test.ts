import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ReaderWatch } from "./reader-watch.ts";

function startWatch(t: TestContext, options = {}) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const said: string[] = [];
  const watch = new ReaderWatch(({ message }) => said.push(message), options);
  return { watch, said, pass: (seconds: number) => t.mock.timers.tick(seconds * 1000) };
}

test("a reader that takes nothing for a minute has stopped, and is reported once", (t) => {
  const { watch, said, pass } = startWatch(t);
  watch.waits();
  pass(50);
  assert.deepEqual(said, []);
  pass(10);
  assert.match(said.join(), /did not take it for a minute.*Write it to a file/);
  pass(600);
  assert.equal(said.length, 1);
});

test("a slow reader is waited for an hour in all", (t) => {
  const { watch, said, pass } = startWatch(t);
  for (let seconds = 0; seconds < 3_590; seconds += 10) {
    watch.waits();
    pass(10);
    watch.goesOn();
  }
  assert.deepEqual(said, []);
  watch.waits();
  pass(10);
  assert.match(said.join(), /an hour in all/);
});

test("a reader that takes a piece now and then is ended after a minute of waiting", (t) => {
  const { watch, said, pass } = startWatch(t, { hasPlace: true });
  for (let seconds = 0; seconds < 50; seconds += 10) {
    watch.waits();
    pass(10);
    watch.goesOn(64 * 1024);
    pass(300);
  }
  assert.deepEqual(said, [], "what the database took does not count");
  watch.waits();
  pass(10);
  assert.match(said.join(), /fast enough: 4 MiB a minute/);
});

test("an export that reads the database for hours waits for no reader", (t) => {
  const { watch, said, pass } = startWatch(t);
  watch.waits();
  watch.goesOn();
  pass(20_000);
  assert.deepEqual(said, []);
});

test("an export that has ended is not watched", (t) => {
  const { watch, said, pass } = startWatch(t);
  watch.waits();
  watch[Symbol.dispose]();
  pass(60);
  assert.deepEqual(said, []);
});
