import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openBookingHouse, slotLine, type BookingHouse } from "./harness/booking-house.ts";
import { countFiles } from "./harness/count-files.ts";
import { countStatements, type StatementCount } from "./harness/count-statements.ts";
import { acmePath, openDesk, type Desk } from "./harness/operator-api.ts";
import { cancelPath, fetchPath, group } from "./harness/seed.ts";
import { acme, importLines } from "./harness/service.ts";

/** What may change between two requests of a kind, ready to be asked. */
type Request = () => Promise<{ readonly status: number }>;

interface Limit {
  readonly statements: number;
  readonly transactions: number;
  /** Makes what the request needs; only what it returns is counted. */
  readonly prepare: () => Promise<Request>;
}

/** How often each is asked before it is counted. */
const warmUps = 2;
/** How often it is counted. */
const rounds = 3;

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

  const limits: Readonly<Record<string, Limit>> = {
    "a list": {
      statements: 1,
      transactions: 0,
      prepare: async () => {
        await house.book("guest of a list");
        const path = `${fetchPath}?external_id=${encodeURIComponent("guest of a list")}`;
        return () => house.service.call({ path, token });
      },
    },
    "a cancel": {
      statements: 7,
      transactions: 1,
      prepare: async () => {
        const { booking } = await house.book("guest of a cancel");
        const body = { booking: booking.id };
        return () => house.service.call({ method: "POST", path: cancelPath, token, body });
      },
    },
    "a token": {
      statements: 0,
      transactions: 0,
      prepare: async () => async () => {
        await house.service.token();
        return { status: 200 };
      },
    },
    "a check-in over the operator API": {
      statements: 8,
      transactions: 1,
      prepare: async () => {
        const { booking } = await house.book("guest of a check-in");
        return () => desk.ask("POST", `${acmePath}/bookings/${booking.id}/check-in`, {});
      },
    },
    "saving a group over the operator API": {
      statements: 17,
      transactions: 1,
      prepare: async () => {
        const path = `${acmePath}/groups/${group.unique_key}`;
        const { headers } = await desk.ask("GET", path);
        saved += 1;
        const body = { display_name: `Saved ${saved} times` };
        return () => desk.ask("PUT", path, body, { "if-match": headers["etag"] ?? "" });
      },
    },
    "importing one line": {
      statements: 13,
      transactions: 1,
      prepare: async () => {
        saved += 1;
        const line = { ...group, display_name: `Saved ${saved} times` };
        const { store } = house.service;
        const accountId = (await store.accounts.identify(acme)) ?? assert.fail();
        return async () => {
          await importLines(store, accountId, [line]);
          return { status: 200 };
        };
      },
    },
  };

  for (const [name, { statements, transactions, prepare }] of Object.entries(limits)) {
    test(`${name}: ${statements} statements, ${transactions} transactions at most`, async (t) => {
      for (let warmUp = 1; warmUp <= warmUps; warmUp += 1) await (await prepare())();
      const count = await fewest(prepare);
      t.diagnostic(`${count.statements.length} statements, ${count.transactions} transactions`);
      const files = await filesOf(prepare);
      t.diagnostic(`${files.length} files of src`);
      if (process.env["SHOW_FILES"] !== undefined) t.diagnostic(files.join("\n"));
      assert.ok(count.statements.length <= statements, count.statements.join("\n"));
      assert.ok(count.transactions <= transactions, `${count.transactions} transactions`);
    });
  }
});

/** Of several counts the one with nothing in it that the service does by itself now and then. */
async function fewest(prepare: Limit["prepare"]): Promise<StatementCount> {
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

/** The files that a request of the kind touches each time: the service alone touches some now and then. */
async function filesOf(prepare: Limit["prepare"]): Promise<string[]> {
  let touched = await countFiles(await prepare());
  for (let round = 2; round <= rounds; round += 1) {
    const again = new Set(await countFiles(await prepare()));
    touched = touched.filter((file) => again.has(file));
  }
  return touched;
}
