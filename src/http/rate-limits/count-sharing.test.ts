import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { RateLimit } from "./rate-limits.ts";
import { CountsExchange, type LimitCount, CountsHub, type SharedCounts } from "./count-sharing.ts";

/** Processes that send each other over a channel with its own delay, all in this one. */
function startProcesses(number: number, limit: number) {
  const listeners: Parameters<CountsHub["welcome"]>[0][] = [];
  const sharing = new CountsHub(() => listeners, Date.now);
  let messages = 0;
  const start = (id: number) => {
    const counts = new RateLimit(limit, number);
    const exchange = new CountsExchange(
      new Map([["requests", counts]]),
      (shared, urgent) => {
        messages += 1;
        setImmediate(() => sharing.report(id, shared, urgent));
      },
      Date.now,
    );
    const listener = {
      id,
      send: (message: { counts: readonly LimitCount[] }) =>
        setImmediate(() => exchange.learn(message.counts)),
    };
    sharing.welcome(listener);
    listeners.push(listener);
    return counts;
  };
  return {
    all: Array.from({ length: number }, (_, index) => start(index + 1)),
    start,
    messages: () => messages,
  };
}

describe("processes that share limits", () => {
  // The number of messages depends on the time between requests.
  beforeEach(() => mock.timers.enable({ apis: ["Date", "setInterval", "setTimeout"], now: 1_000 }));
  afterEach(() => mock.timers.reset());
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await turn();
  };

  for (const [number, limit] of [
    [2, 3_000],
    [4, 3_000],
    [8, 300],
    [4, 20],
  ] as const) {
    test(`A47 ${number} let an address have its ${limit} once, however its requests are spread`, async () => {
      const { all, messages } = startProcesses(number, limit);
      let accepted = 0;
      for (let request = 0; request < limit * 2; request += 1) {
        const counts = all[request % number];
        if (counts?.count("a", Date.now())?.limited === false) accepted += 1;
        // Requests come in one after the other; messages pass between them.
        if (request % 4 === 3) await pass(1);
      }
      assert.ok(accepted >= limit && accepted <= limit + 8 * number, `${accepted} of ${limit}`);
      assert.ok(messages() < limit / 2 + 20 * number, `${messages()} messages`);
    });
  }

  test("A47 one connection, which one process serves, has the whole limit", async () => {
    const { all } = startProcesses(8, 300);
    let accepted = 0;
    for (let request = 0; request < 400; request += 1) {
      if (all[3]?.count("a", Date.now())?.limited === false) accepted += 1;
      await pass(1);
    }
    assert.equal(accepted, 300);
  });

  test("A47 an address that one has used up is refused by all, also by one that starts later", async () => {
    const { all, start } = startProcesses(4, 100);
    while (all[0]?.count("a", Date.now())?.limited === false);
    for (let tenths = 0; tenths < 3; tenths += 1) await pass(100);
    const later = start(9);
    await turn();
    await turn();
    for (const counts of [...all, later])
      assert.equal(counts.count("a", Date.now())?.limited, true);
    assert.equal(all[1]?.count("b", Date.now())?.limited, false);
  });
});

describe("nodes that share limits", () => {
  /** Counts as a table of a database would hold them. */
  function startStore() {
    const rows = new Map<string, { count: number; endsAt: number }>();
    const store: SharedCounts = {
      add: async (additions, now) =>
        additions.map(({ limit, key, count, endsAt }) => {
          const row = rows.get(`${limit} ${key}`);
          const next =
            row === undefined || row.endsAt <= now
              ? { count, endsAt }
              : { count: row.count + count, endsAt: row.endsAt };
          rows.set(`${limit} ${key}`, next);
          return next;
        }),
    };
    return { store, rows };
  }
  const shared = (count: number, endsAt: number) => [
    { limit: "requests", key: "a", count, endsAt },
  ];
  /** A hub of two processes, what they were told last, and its clock. */
  function startHub() {
    const clock = { now: 0 };
    const told = new Map<number, LimitCount | undefined>();
    const processes = [1, 2].map((id) => ({
      id,
      send: ({ counts }: { counts: readonly LimitCount[] }) => told.set(id, counts[0]),
    }));
    return {
      hub: new CountsHub(
        () => processes,
        () => clock.now,
      ),
      told,
      clock,
    };
  }

  test("A47 add each process's counts once, and read those of the others", async () => {
    const { store, rows } = startStore();
    const [here, there] = [startHub(), startHub()];
    here.hub.report(1, shared(40, 60_000), false);
    here.hub.report(2, shared(10, 60_000), false);
    await here.hub.share(store);
    await here.hub.share(store);
    assert.equal(rows.get("requests a")?.count, 50);
    there.clock.now = 1;
    there.hub.report(1, shared(7, 90_000), false);
    await there.hub.share(store);
    assert.equal(rows.get("requests a")?.count, 57);
    // The window that was there first counts for all.
    assert.deepEqual(there.told.get(1), shared(50, 60_000)[0]);
    here.clock.now = 2;
    here.hub.report(2, shared(11, 60_000), false);
    await here.hub.share(store);
    assert.deepEqual(here.told.get(2), shared(47, 60_000)[0]);
    assert.equal(rows.get("requests a")?.count, 58);
  });

  test("A47 lose no count when the store fails, and limit by their own counts meanwhile", async () => {
    const { store, rows } = startStore();
    const { hub, told, clock } = startHub();
    hub.report(1, shared(40, 60_000), false);
    const broken: SharedCounts = { add: () => Promise.reject(new Error("gone")) };
    await assert.rejects(hub.share(broken));
    hub.report(2, shared(2, 60_000), true);
    assert.equal(told.get(2)?.count, 40);
    clock.now = 1;
    await hub.share(store);
    assert.equal(rows.get("requests a")?.count, 42);
  });

  test("begin anew with the next window", async () => {
    const { store } = startStore();
    const { hub, told, clock } = startHub();
    hub.report(1, shared(40, 60_000), false);
    await hub.share(store);
    clock.now = 60_000;
    hub.report(1, shared(40, 60_000), false);
    hub.report(1, shared(3, 120_000), false);
    await hub.share(store);
    hub.welcome({ id: 9, send: ({ counts }) => told.set(9, counts[0]) });
    assert.equal(told.get(9)?.count, 3);
  });
});
