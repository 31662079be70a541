import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, test } from "node:test";
import type { AccountId } from "../../domain/account.ts";
import { LargeLists } from "./large-lists.ts";

const first = { externalId: "CUST-1", pageNumber: 1, pageSize: 1_000 };

describe("large lists", () => {
  test("go one at a time, in their order, with a turn between them", async () => {
    const lists = new LargeLists();
    const began: number[] = [];
    for (const number of [1, 2, 3]) void lists.enter().then(() => began.push(number));
    await nextTurn();
    assert.deepEqual(began, [1]);
    lists.leave();
    await Promise.resolve();
    assert.deepEqual(began, [1]);
    await nextTurn();
    await nextTurn();
    assert.deepEqual(began, [1, 2]);
  });

  test("are refused where 48 are there, and taken again when one has ended", async () => {
    const lists = new LargeLists();
    for (let there = 0; there < 48; there += 1) void lists.enter();
    assert.equal(await lists.enter(), false);
    lists.leave();
    await nextTurn();
    await nextTurn();
    const told: boolean[] = [];
    void lists.enter().then((may) => told.push(may));
    await nextTurn();
    assert.deepEqual(told, []);
    assert.equal(await lists.enter(), false);
  });

  test("are refused that have waited for five seconds when their turn comes", async () => {
    let now = 0;
    const lists = new LargeLists(() => now);
    assert.equal(await lists.enter(), true);
    const told: boolean[] = [];
    void lists.enter().then((may) => told.push(may));
    now = 4_000;
    void lists.enter().then((may) => told.push(may));
    now = 5_001;
    lists.leave();
    await nextTurn();
    await nextTurn();
    assert.deepEqual(told, [false, true]);
  });

  test("are those of contacts with many bookings, as long as they have them, and deep pages", () => {
    const [one, two] = [1 as AccountId, 2 as AccountId];
    const lists = new LargeLists();
    assert.equal(lists.expects(one, first), false);
    lists.note(one, first, 501);
    assert.equal(lists.expects(one, first), true);
    assert.equal(lists.expects(two, first), false);
    lists.note(one, first, 500);
    assert.equal(lists.expects(one, first), false);
    assert.equal(lists.expects(one, { ...first, pageNumber: 2 }), false);
    assert.equal(lists.expects(one, { ...first, pageNumber: 3 }), true);
  });
});
