import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { describe, test } from "node:test";
import { LookUps, type BeginLookUp } from "./look-ups.ts";

const good: LookupAddress[] = [
  { address: "93.184.216.34", family: 4 },
  { address: "2606:2800:220:1::1", family: 6 },
];

/** Look-ups that end when the test says so. */
function openHanging(more: object = {}) {
  const begun: string[] = [];
  const ended: string[] = [];
  const ends = new Map<string, (found: LookupAddress[]) => void>();
  const begin: BeginLookUp = (name) => {
    begun.push(name);
    const { promise, resolve } = Promise.withResolvers<LookupAddress[]>();
    ends.set(name, resolve);
    return { addresses: promise, cancel: () => ended.push(name) };
  };
  const limits = { ofPart: 1, ofAccount: 2, all: 8 };
  const lookUps = new LookUps({ begin, limits, ...more });
  const ask = (account: string, name: string, options: object = { all: true }) =>
    new Promise<unknown>((resolve) =>
      lookUps.of(account)(name, options, (error, ...found) => resolve(error?.code ?? found)),
    );
  return { begun, ended, ask, end: (name: string) => ends.get(name)?.(good) };
}

describe("look-ups of names", () => {
  test("that hang keep the names of their own account waiting, and no other account's", async () => {
    const { begun, ask, end } = openHanging();
    for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) void ask("acme", name);
    assert.deepEqual(begun, ["a1", "a2"]);
    const other = ask("other", "b1");
    assert.deepEqual(begun, ["a1", "a2", "b1"]);
    end("b1");
    assert.deepEqual(await other, [good]);
    assert.deepEqual(begun, ["a1", "a2", "b1"], "what others gave back is not theirs");
    end("a1");
    await new Promise(setImmediate);
    assert.deepEqual(begun.slice(3), ["a3"]);
  });

  test("end after their time, the wait for a place included, and give their places back", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { begun, ended, ask } = openHanging({ timeLimitMs: 5_000 });
    const answers = ["a1", "a2", "a3"].map((name) => ask("acme", name));
    t.mock.timers.tick(5_000);
    assert.deepEqual(await Promise.all(answers), Array(3).fill("lookup_timeout"));
    assert.deepEqual(ended, ["a1", "a2", "a3"], "what has begun is asked for no longer");
    void ask("acme", "a4");
    assert.equal(begun.at(-1), "a4");
  });

  test("of one name and account are shared by all connections that wait for it", async () => {
    const { begun, ask, end } = openHanging();
    const answers = [ask("acme", "a"), ask("acme", "a"), ask("other", "a")];
    assert.deepEqual(begun, ["a", "a"]);
    end("a");
    void ask("acme", "b");
    assert.equal(begun.length, 3);
    assert.ok(answers[2] !== undefined && (await answers[2]));
  });

  test("answer in the family that is asked for", async () => {
    const { ask, end } = openHanging();
    const answers = [{ family: 6 }, { family: 4, all: true }, {}].map((options, index) => {
      const answer = ask(`account ${index}`, `name ${index}`, options);
      end(`name ${index}`);
      return answer;
    });
    assert.deepEqual(await Promise.all(answers), [
      ["2606:2800:220:1::1", 6],
      [[good[0]]],
      ["93.184.216.34", 4],
    ]);
  });

  test("take no thread of the process, in which the database's name is looked up", async () => {
    const threads = () =>
      process.getActiveResourcesInfo().filter((each) => each === "GetAddrInfoReqWrap").length;
    const answer = new Promise<unknown>((resolve) =>
      new LookUps().of("acme")("nobody.invalid", {}, (error) => resolve(error?.code)),
    );
    assert.equal(threads(), 0);
    assert.equal(typeof (await answer), "string");
  });
});
