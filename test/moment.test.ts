import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contradictionOf, moment } from "../proofs/programs/moment.ts";
import { proveBriefly } from "../proofs/running/prove-briefly.ts";
import {
  everyBookingOfContact,
  findContactBookings,
} from "../src/store/bookings/contact-bookings.ts";
import { DatabaseUnavailable, type Engine } from "../src/store/engine.ts";
import { openTestEngine } from "./harness/open-engine.ts";
import { execute } from "./harness/query.ts";
import { acmeWith, booking } from "./harness/seed.ts";
import { acme, startTestService } from "./harness/service.ts";

describe("an answer of the list", () => {
  test("P31 R77 is of one moment, while its bookings are made and cancelled", async () => {
    const { figures } = await proveBriefly(moment, 300);
    assert.ok(Number(figures["changes"]) > 0);
  });

  test("P31 R77 is of one moment, whatever is changed between its statements", async () => {
    await using service = await startTestService([acmeWith([booking("pair"), booking("pair")])]);
    const { id } = (await service.store.accounts.find(acme)) ?? assert.fail();
    const database = openTestEngine(service.databaseUrl);
    const become = (status: string) =>
      execute(service.databaseUrl, `update booking set booking_status = '${status}'`);
    try {
      for (const [now, later] of [both, both.toReversed()] as const) {
        for (const asked of both) {
          for (const page_number of [1, 2]) {
            for (const changesAfter of [1, 2, 3]) {
              become(now);
              let read = 0;
              const readRows: Engine["readRows"] = async (text, values) => {
                const rows = await database.readRows(text, values);
                read += 1;
                if (read === changesAfter) become(later);
                return rows;
              };
              const reading = { ...database, readRows };
              const question = { externalId: "pair", statuses: [asked], limit: 1 };
              const found = await findContactBookings(reading, id, {
                ...everyBookingOfContact,
                ...question,
                offset: page_number - 1,
              });
              const { bookings, totalCount } = found;
              const shown = bookings.map((each) => ({ booking: each.id }));
              const page = { page_number, page_size: 1, total_count: totalCount };
              const told = `${now} to ${later} after ${changesAfter}, asked for ${asked}`;
              assert.equal(contradictionOf({ bookings: shown, ...page }), null, told);
            }
          }
        }
      }
    } finally {
      await database.close();
    }
  });

  test("P31 is refused for now where its bookings change between all statements", async () => {
    await using service = await startTestService([acmeWith([booking("pair"), booking("pair")])]);
    const { id } = (await service.store.accounts.find(acme)) ?? assert.fail();
    const database = openTestEngine(service.databaseUrl);
    let status: (typeof both)[number] = both[0];
    const readRows: Engine["readRows"] = async (text, values) => {
      const rows = await database.readRows(text, values);
      status = status === both[0] ? both[1] : both[0];
      execute(service.databaseUrl, `update booking set booking_status = '${status}'`);
      return rows;
    };
    const reading = { ...database, readRows };
    const question = {
      ...everyBookingOfContact,
      externalId: "pair",
      statuses: [both[1]],
      limit: 1,
      offset: 1,
    };
    try {
      await assert.rejects(findContactBookings(reading, id, question), DatabaseUnavailable);
    } finally {
      await database.close();
    }
  });

  const bookings = [{ booking: "a" }, { booking: "b" }];
  const page = { page_number: 2, page_size: 2 };
  const contradictory = {
    "bookings without a total": { ...page, bookings },
    "a total whose bookings are missing": { ...page, total_count: 3 },
    "a total below the bookings that are shown": { ...page, bookings, total_count: 3 },
    "a page that is not full, with more behind it": {
      ...page,
      bookings: [{ booking: "a" }],
      total_count: 5,
    },
    "a booking twice": { ...page, bookings: [{ booking: "a" }, { booking: "a" }], total_count: 4 },
  };
  for (const [name, answer] of Object.entries(contradictory)) {
    test(`with ${name} is found to contradict itself`, () => {
      assert.notEqual(contradictionOf(answer), null);
    });
  }

  for (const answer of [
    page,
    { ...page, total_count: 2 },
    { ...page, bookings, total_count: 4 },
    { ...page, bookings, total_count: 9 },
  ]) {
    test(`does not: ${JSON.stringify(answer)}`, () => {
      assert.equal(contradictionOf(answer), null);
    });
  }
});

const both = ["CONFIRMED", "CANCELLED"] as const;
