import assert from "node:assert/strict";
import { after, before, beforeEach, describe, mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { rememberedFor } from "./remembered-for.ts";

describe("what was read once", () => {
  let [now, asked] = [0, 0];
  const failures: string[] = [];
  let next: { isWhole: boolean } | Error = { isWhole: true };
  const remembered = () =>
    rememberedFor(
      { freshMs: 60, shownMs: 600 },
      async () => {
        asked += 1;
        const found = next;
        const number = asked;
        await turn();
        if (found instanceof Error) throw found;
        return { ...found, number };
      },
      (error) => failures.push(String(error)),
    );
  before(() => mock.method(performance, "now", () => now));
  after(() => mock.restoreAll());
  beforeEach(() => {
    [now, asked, next] = [0, 0, { isWhole: true }];
    failures.length = 0;
  });

  test("is waited for by those who ask first, together, and by nobody while it is fresh", async () => {
    const read = remembered();
    const numbers = await Promise.all([read(), read()]);
    now = 59;
    assert.deepEqual(
      [...numbers, await read()].map(({ number }) => number),
      [1, 1, 1],
    );
    assert.equal(asked, 1);
  });

  test("is shown while it is read anew, also where that fails, and then the new one", async () => {
    const read = remembered();
    await read();
    now = 61;
    next = new Error("no answer");
    assert.deepEqual(
      (await Promise.all([read(), read()])).map(({ number }) => number),
      [1, 1],
    );
    await turn();
    assert.deepEqual(failures, ["Error: no answer"]);
    next = { isWhole: true };
    assert.equal((await read()).number, 1);
    await turn();
    assert.equal((await read()).number, 3);
    assert.equal(asked, 3);
  });

  test("is not shown once it is too old: a failure is one then, and is not kept", async () => {
    const read = remembered();
    await read();
    now = 600;
    next = new Error("no answer");
    await assert.rejects(read(), /no answer/);
    assert.deepEqual(failures, []);
    next = { isWhole: true };
    assert.equal((await read()).number, 3);
  });

  test("is shown instead of what is not whole, which is read anew at once", async () => {
    const read = remembered();
    next = { isWhole: false };
    assert.equal((await read()).number, 1);
    assert.equal((await read()).number, 1);
    await turn();
    next = { isWhole: true };
    assert.equal((await read()).isWhole, false);
    await turn();
    now = 61;
    next = { isWhole: false };
    assert.equal((await read()).number, 3);
    await turn();
    assert.equal((await read()).number, 3);
  });
});
