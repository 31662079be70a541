import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AccountId, AccountName } from "../../../domain/account.ts";
import { Turns } from "./turns.ts";

const acme = [{ id: 7 as AccountId, name: {} as AccountName }];

/** Requests that are answered when the test says so. */
class Requests {
  readonly turns = new Turns({ readsPerKey: 1, writesPerKey: 2 });
  /** Whose turn it is or was, in their order; with the refusal where there was none. */
  readonly seen: string[] = [];
  readonly #open = new Map<string, EventEmitter>();

  send(name: string, { key = "", writes = false, address = "192.0.2.1" } = {}): void {
    const headers = key === "" ? {} : { authorization: `Bearer ${key}` };
    const response = new EventEmitter() as ServerResponse;
    this.#open.set(name, response);
    void this.turns
      .take({ headers, writes, address }, response)
      .then((refusal) => this.seen.push(refusal === null ? name : `${name}: ${refusal.why}`));
  }

  know(key: string, name: string, accounts: typeof acme | null = acme): void {
    const headers = { authorization: `Bearer ${key}` };
    this.turns.remember({ headers } as IncomingMessage, { name, accounts });
  }

  /** The answer was sent, or its connection ended. */
  end(name: string): void {
    this.#open.get(name)?.emit("close");
    mock.timers.tick(0);
  }
}

const settled = async () => {
  for (let each = 0; each < 10; each += 1) await Promise.resolve();
};

describe("requests of operators take turns", () => {
  let requests: Requests;
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "setImmediate"] });
    requests = new Requests();
  });
  afterEach(() => mock.timers.reset());

  test("one key's wait behind that key's, one account's behind that account's, and others do not", async () => {
    for (const key of ["a", "b", "c"]) requests.know(key, key);
    requests.know("d", "of all accounts", null);
    for (const key of ["a", "b", "c", "d"]) {
      requests.send(`${key}1`, { key });
      requests.send(`${key}2`, { key });
    }
    requests.send("w", { key: "a", writes: true });
    await settled();
    assert.deepEqual(requests.seen, ["a1", "b1", "d1", "w"]);
    requests.end("b1");
    await settled();
    assert.deepEqual(requests.seen.slice(4), ["b2"]);
    requests.end("a1");
    requests.end("b2");
    await settled();
    assert.deepEqual(requests.seen.slice(5), ["a2", "c1"]);
  });

  test("a turn ends after a while, so that a slow answer keeps nobody waiting", async () => {
    requests.know("a", "a");
    for (const name of ["1", "2", "3"]) requests.send(name, { key: "a" });
    await settled();
    assert.deepEqual(requests.seen, ["1"]);
    mock.timers.tick(100);
    await settled();
    assert.deepEqual(requests.seen, ["1", "2"]);
  });

  test("who waits too long is refused, and who is gone gives its place up", async () => {
    const { turns } = requests;
    for (let each = 0; each < 60; each += 1) requests.send(`${each}`);
    requests.end("59");
    await settled();
    for (let each = 0; each < 51; each += 1) {
      mock.timers.tick(100);
      await settled();
    }
    const refused = requests.seen.filter((each) => each.endsWith(": too-many-requests"));
    assert.equal(requests.seen.length, 60);
    assert.ok(refused.length >= 9 && refused.length < 20, `${refused.length}`);
    assert.equal(refused[0], "59: too-many-requests");
    assert.equal(turns.lineOf({ headers: {} } as IncomingMessage), null);
  });

  test("a line has an end", async () => {
    for (let each = 0; each < 600; each += 1) requests.send(`${each}`);
    await settled();
    assert.equal(requests.seen.filter((each) => each.endsWith(": too-many-requests")).length, 88);
  });

  test("a key whose answer was 401 is not known any more", () => {
    const request = { headers: { authorization: "Bearer a" } } as IncomingMessage;
    requests.know("a", "a");
    assert.equal(requests.turns.lineOf(request), "account 7");
    requests.turns.remember(request, null);
    assert.equal(requests.turns.lineOf(request), null);
  });
});
