import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AccountId } from "../src/domain/account.ts";
import { numberEach, numbersInHand, takeNumbers } from "../src/store/write/numbers.ts";
import { openTestEngine } from "./harness/open-engine.ts";
import { query } from "./harness/query.ts";
import { acmeWith, booking } from "./harness/seed.ts";
import { startTestService } from "./harness/service.ts";

const account = 1 as AccountId;

describe("the numbers of an account's rows", () => {
  test("are given once, to an import, to a process that takes a block, and to another", async () => {
    await using service = await startTestService([acmeWith([booking("ann"), booking("bob")])]);
    const { databaseUrl: url } = service;
    const engines = [openTestEngine(url), openTestEngine(url)];
    try {
      const given: number[] = [];
      for (let round = 0; round < 100; round += 1) {
        for (const engine of engines) {
          const numbers = numbersInHand(engine);
          const number = numbers.take(account);
          if (number === undefined) await numbers.fetch(account);
          else given.push(number);
        }
        const [first] = engines;
        const things = ["one", "two", "three"];
        const more = await first!.write((transaction) => numberEach(transaction, account, things));
        given.push(...more.map(([, number]) => number));
      }
      const held = query(
        url,
        ["contact", "slot", "interaction", "host", "ticket_type"]
          .map((table) => `select number from ${table}`)
          .join(" union all "),
      );
      const all = [...given, ...held.map(({ number }) => Number(number))];
      assert.equal(new Set(all).size, all.length);
      assert.ok(given.length > 450, String(given.length));
    } finally {
      for (const engine of engines) await engine.close();
    }
  });

  test("go back with a transaction that fails", async () => {
    await using service = await startTestService([acmeWith([booking("ann")])]);
    const engine = openTestEngine(service.databaseUrl);
    try {
      let taken: number | null = null;
      const failing = engine.write(async (transaction) => {
        taken = await takeNumbers(transaction, account, 2);
        throw new Error("It fails.");
      });
      await assert.rejects(failing, /It fails/);
      const again = await engine.write((transaction) => takeNumbers(transaction, account, 2));
      assert.equal(again, taken);
    } finally {
      await engine.close();
    }
  });
});
