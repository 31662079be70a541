import assert from "node:assert/strict";
import { test } from "node:test";
import { FairPlaces, type FullLimit } from "./fair-places.ts";

/** Work that begins when it has a place, and ends when the test says so. */
function work(places: FairPlaces) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (account: string, part: string, name = `${account}/${part}`) =>
    places.take({ account, part }, (giveBack) => {
      begun.push(name);
      ends.set(name, giveBack);
    });
  const end = (name: string) => ends.get(name)?.();
  return { begun, ask, end };
}

test("a part, an account and all together have their limits, and each that waits is told of", () => {
  const full: FullLimit[] = [];
  const places = new FairPlaces({ ofPart: 1, ofAccount: 2, all: 4 }, (limit) => full.push(limit));
  const { begun, ask } = work(places);
  ask("acme", "a");
  ask("acme", "a", "second of a");
  ask("acme", "b");
  ask("acme", "c");
  ask("other", "a");
  ask("third", "a");
  ask("fourth", "a");
  assert.deepEqual(begun, ["acme/a", "acme/b", "other/a", "third/a"]);
  assert.deepEqual(full, ["ofPart", "ofAccount", "all"]);
});

test("one account's work waits behind that account's work alone: an account leaves free as many as it has", () => {
  const { begun, ask, end } = work(new FairPlaces({ ofPart: 9, ofAccount: 9, all: 6 }));
  for (let each = 0; each < 100; each += 1) ask("greedy", "w", `greedy ${each}`);
  for (let each = 0; each < 100; each += 1) ask("second", "w", `second ${each}`);
  ask("third", "w", "third 0");
  const first = ["greedy 0", "greedy 1", "greedy 2", "second 0", "second 1", "third 0"];
  assert.deepEqual(begun, first);
  ask("fourth", "w", "fourth 0");
  // A place that all wait for goes to the account that has the fewest.
  end("greedy 0");
  assert.equal(begun.at(-1), "fourth 0");
  end("fourth 0");
  end("third 0");
  assert.equal(begun.length, 7, "nobody takes what is left for the next account");
  end("second 0");
  assert.equal(begun.at(-1), "second 2");
});

test("a place goes round between accounts that have much to do", () => {
  const { begun, ask, end } = work(new FairPlaces({ ofPart: 9, ofAccount: 9, all: 1 }));
  ask("first", "w");
  for (const account of ["a", "b", "c"]) {
    for (let each = 0; each < 3; each += 1) ask(account, "w", `${account}${each}`);
  }
  for (let each = 0; each < 9; each += 1) end(begun.at(-1) ?? "");
  assert.deepEqual(begun.slice(1), ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"]);
});

test("what a part's limit holds back does not hold back another part of its account", () => {
  const { begun, ask, end } = work(new FairPlaces({ ofPart: 1, ofAccount: 2, all: 4 }));
  ask("acme", "slow");
  ask("acme", "slow", "slow again");
  ask("acme", "quick");
  assert.deepEqual(begun, ["acme/slow", "acme/quick"]);
  ask("acme", "quick", "quick again");
  end("acme/quick");
  assert.equal(begun.at(-1), "quick again");
  end("acme/slow");
  assert.equal(begun.at(-1), "slow again");
});

test("a place that is given back twice is one place, and who leaves gets none", () => {
  const places = new FairPlaces({ ofPart: 1, ofAccount: 1, all: 1 });
  const { begun, ask, end } = work(places);
  ask("acme", "a");
  const leave = ask("acme", "b");
  ask("acme", "c");
  leave();
  end("acme/a");
  end("acme/a");
  assert.deepEqual(begun, ["acme/a", "acme/c"]);
  assert.equal(places.taken, 1);
  end("acme/c");
  assert.equal(places.taken, 0);
});
