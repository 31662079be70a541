import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openBookingHouse, slotLine, type BookingHouse } from "./harness/booking-house.ts";
import { countStatements, type StatementCount } from "./harness/count-statements.ts";
import { callLimits, type LimitedCall } from "./harness/cost-limits.ts";
import { acmePath, openDesk, type Desk } from "./harness/operator-api.ts";
import { cancelPath, fetchPath, group } from "./harness/seed.ts";
import { acme, importLines } from "./harness/service.ts";
import { engine } from "./harness/test-database.ts";

/** What may change between two requests of a kind, ready to be asked. */
type Request = () => Promise<{ readonly status: number }>;

/** Makes what the request needs; only what it returns is counted. */
type Prepare = () => Promise<Request>;

/** How often each is asked before it is counted. */
const warmUps = 2;
/** How often it is counted: what looks for ended seats asks in between. */
const rounds = 9;

describe("a warm request asks the database no more often than it must", () => {
  let house: BookingHouse;
  let desk: Desk;
  let token: string;
  let saved = 0;
  before(async () => {
    house = await openBookingHouse([slotLine({ capacity: 100 })]);
    desk = await openDesk(house.service);
    token = await house.service.token();
  });
  after(() => house[Symbol.asyncDispose]());

  const calls: Readonly<Record<LimitedCall, Prepare>> = {
    "a list": async () => {
      await house.book("guest of a list");
      const path = `${fetchPath}?external_id=${encodeURIComponent("guest of a list")}`;
      return () => house.service.call({ path, token });
    },
    "a cancel": async () => {
      const { booking } = await house.book("guest of a cancel");
      const body = { booking: booking.id };
      return () => house.service.call({ method: "POST", path: cancelPath, token, body });
    },
    "a token": async () => async () => {
      await house.service.token();
      return { status: 200 };
    },
    "a check-in over the operator API": async () => {
      const { booking } = await house.book("guest of a check-in");
      return () => desk.ask("POST", `${acmePath}/bookings/${booking.id}/check-in`, {});
    },
    "saving a group over the operator API": async () => {
      const path = `${acmePath}/groups/${group.unique_key}`;
      const { headers } = await desk.ask("GET", path);
      saved += 1;
      const body = { display_name: `Saved ${saved} times` };
      return () => desk.ask("PUT", path, body, { "if-match": headers["etag"] ?? "" });
    },
    "importing one line": async () => {
      saved += 1;
      const line = { ...group, display_name: `Saved ${saved} times` };
      const { store } = house.service;
      const accountId = (await store.accounts.identify(acme)) ?? assert.fail();
      return async () => {
        await importLines(store, accountId, [line]);
        return { status: 200 };
      };
    },
  };

  for (const [name, prepare] of Object.entries(calls)) {
    const limit = callLimits[engine][name as LimitedCall];
    const { statements, transactions } = limit;
    test(`${name}: ${statements} statements, ${transactions} transactions at most`, async (t) => {
      for (let warmUp = 1; warmUp <= warmUps; warmUp += 1) await (await prepare())();
      const count = await fewest(prepare);
      t.diagnostic(`${count.statements.length} statements, ${count.transactions} transactions`);
      assert.ok(count.statements.length <= statements, count.statements.join("\n"));
      assert.ok(count.transactions <= transactions, `${count.transactions} transactions`);
    });
  }
});

/** Of several counts the one with nothing in it that the service does by itself now and then. */
async function fewest(prepare: Prepare): Promise<StatementCount> {
  const counts: StatementCount[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const request = await prepare();
    let status = 0;
    counts.push(await countStatements(async () => ({ status } = await request())));
    assert.equal(status, 200);
  }
  const size = ({ statements, transactions }: StatementCount) => statements.length + transactions;
  return counts.toSorted((one, other) => size(one) - size(other))[0] ?? assert.fail();
}
