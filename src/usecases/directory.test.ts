import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import type { DirectoryContents } from "../store/doors/access.ts";
import { Directory } from "./directory.ts";

const at = (version: number) => ({ version, stamp: version * 100 });

const contents = (version: number): DirectoryContents => ({
  at: at(version),
  accounts: [
    {
      id: 1 as DirectoryContents["accounts"][number]["id"],
      name: { tenant: "acme", environment: "production" },
      apiHosts: [`v${version}.example`],
      enabledEndpoints: [],
      clients: [],
    },
  ],
});

/** A database whose answers the test holds back or refuses. */
function startDirectory() {
  const state = {
    now: 1_000,
    version: 1,
    looks: 0,
    answer: (): Promise<void> => Promise.resolve(),
  };
  const directory = new Directory(
    {
      readVersion: async () => {
        state.looks += 1;
        const { version } = state;
        await state.answer();
        return at(version);
      },
      readChanges: async () => null,
      read: async () => contents(state.version),
    },
    () => state.now,
  );
  return { state, directory };
}

describe("what a process remembers of accounts", () => {
  test("P13 is relied on for one second after a look, without asking again", async () => {
    const { state, directory } = startDirectory();
    await directory.refresh();
    state.now += 1_000;
    assert.equal(directory.isCurrent(), true);
    assert.equal(state.looks, 1);
  });

  test("P13 is looked at anew when it is older, for instance after the process was held up", async () => {
    const { state, directory } = startDirectory();
    await directory.refresh();
    state.version = 2;
    state.now += 1_001;
    assert.equal(await directory.isCurrent(), true);
    assert.equal(directory.accountOfHost("v1.example"), null);
    assert.notEqual(directory.accountOfHost("v2.example"), null);
  });

  test("P13 is not relied on when it is older and the database refuses", async () => {
    const { state, directory } = startDirectory();
    await directory.refresh();
    state.now += 1_001;
    state.answer = () => Promise.reject(new Error("gone"));
    assert.equal(await directory.isCurrent(), false);
    state.answer = () => Promise.resolve();
    assert.equal(await directory.isCurrent(), true);
  });

  test("P20 a database that is stuck is waited for a second by all together, and heals", async () => {
    const { state, directory } = startDirectory();
    await directory.refresh();
    state.now += 1_001;
    state.answer = () => new Promise(() => {});
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const asked = Array.from({ length: 50 }, async () => directory.isCurrent());
      await turns();
      assert.equal(state.looks, 2);
      mock.timers.tick(1_000);
      assert.deepEqual(new Set(await Promise.all(asked)), new Set([false]));
      // The look that hangs is given up, so that the next one can find the database healed.
      mock.timers.tick(1_000);
      await turns();
      state.answer = () => Promise.resolve();
      assert.equal(await directory.isCurrent(), true);
    } finally {
      mock.timers.reset();
    }
  });

  test("is waited for at the start, when the database takes longer than a later look may", async () => {
    const { state, directory } = startDirectory();
    const held = Promise.withResolvers<void>();
    state.answer = () => held.promise;
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const loaded = directory.load();
      mock.timers.tick(5_000);
      held.resolve();
      await loaded;
    } finally {
      mock.timers.reset();
    }
    assert.notEqual(directory.accountOfHost("v1.example"), null);
  });

  test("P13 a look that was given up and comes back late changes nothing", async () => {
    const { state, directory } = startDirectory();
    const held = Promise.withResolvers<void>();
    state.answer = () => held.promise;
    mock.timers.enable({ apis: ["setTimeout"] });
    const early = directory.refresh();
    mock.timers.tick(2_000);
    mock.timers.reset();
    await assert.rejects(early, /longer than 2000 ms/);
    state.answer = () => Promise.resolve();
    state.now += 2_000;
    state.version = 2;
    await directory.refresh();
    state.version = 1;
    held.resolve();
    await turns();
    assert.notEqual(directory.accountOfHost("v2.example"), null);
  });
});

/** Lets what is ready to run have its turn. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
