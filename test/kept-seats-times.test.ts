import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import type { Engine } from "../src/store/engine.ts";
import { endAllDueSeats } from "../src/store/holds/end-all-due-seats.ts";
import { openTestEngine } from "./harness/open-engine.ts";
import { slotLine } from "./harness/booking-house.ts";
import {
  campaign,
  day,
  hour,
  minute,
  openOfferDesk,
  start,
  type,
  until,
} from "./harness/offer-desk.ts";

const place = { interaction: "pk_summer", activity: "tasting", ticket_type: "standard" };
const seat = { ...place, slot_starting_at: formatInstant(start) };
const automatic = { waitlist_promotion: "automatic" };

type Desk = Awaited<ReturnType<typeof openOfferDesk>>;

/** What an act on a hold answers: its state, or why not. */
async function tell(desk: Desk, now: number, name: string, values: object): Promise<string> {
  const answer = await desk.act(now, name, values);
  return typeof answer === "string" ? answer : (answer?.state ?? answer?.booking_status ?? "done");
}

const made = (desk: Desk, now: number, hold: string, fields: object = {}) =>
  tell(desk, now, "makeHold", { ...seat, hold, ...fields });

describe("the end of a hold, a millisecond before, at, and after", () => {
  const end = day + 60_000;
  const live = [-1, true] as const;
  const ended = [
    [0, false],
    [1, false],
  ] as const;
  for (const [late, isLive] of [live, ...ended]) {
    test(`${isLive ? "keeps" : "frees"} its seat at ${late} ms`, async () => {
      const now = end + late;
      for (const [name, values, whileLive, afterwards] of [
        ["showHold", {}, "live", "ended"],
        ["extendHold", { seconds: 60 }, "live", "hold-ended"],
        ["releaseHold", {}, "done", "done"],
        ["makeHold", { ...seat, seconds: 60 }, "live", "hold-ended"],
        ["book", { ...seat, external_id: "ada" }, "CONFIRMED", "CONFIRMED"],
      ] as const) {
        await using desk = await openOfferDesk(1, [], automatic);
        const hold = randomUUID();
        assert.equal(await made(desk, day, hold, { seconds: 60 }), "live");
        const answer = await tell(desk, now, name, { ...values, hold });
        assert.equal(answer, isLive ? whileLive : afterwards, name);
        await desk.assertLawful();
      }
      await using desk = await openOfferDesk(1, [], automatic);
      const hold = randomUUID();
      await made(desk, day, hold, { seconds: 60 });
      const waiting = await desk.book(day + 1, "bob");
      assert.equal(await made(desk, now, randomUUID()), "seats-missing");
      assert.equal(await desk.look(waiting), isLive ? "WAITLIST" : "CONFIRMED");
      const listed = await desk.act(now, "listHolds", {});
      assert.equal(listed.items.length, isLive ? 1 : 0);
      await desk.assertLawful();
    });
  }
});

describe("seats that are kept, in the hour that a clock change doubles", () => {
  // In Paris it is 02:30 twice in the night of 26 October 2031.
  const [summerTime, winterTime] = [Date.UTC(2031, 9, 26, 0, 30), Date.UTC(2031, 9, 26, 1, 30)];
  const lines = [
    type("early", { booking_cutoff_minutes: 60 }),
    ...[summerTime, winterTime].map((at) =>
      slotLine({ capacity: 1, starting_at: formatInstant(at) }),
    ),
  ];
  const at = (moment: number) => ({ ...place, slot_starting_at: formatInstant(moment) });

  test("end with the moment, not with what the clock shows", async () => {
    await using desk = await openOfferDesk(1, lines);
    const early = { ...at(winterTime), ticket_type: "early", seconds: 3_600 };
    const hold = randomUUID();
    // The cut-off of the second 02:30 is the first one.
    const one = await desk.act(summerTime - minute, "makeHold", { ...early, hold });
    assert.deepEqual([one.expires_at, one.cut_by], [formatInstant(summerTime), "closing"]);
    assert.equal(await tell(desk, summerTime - 1, "showHold", { hold }), "live");
    assert.equal(await tell(desk, summerTime, "showHold", { hold }), "ended");
    assert.equal(await made(desk, summerTime, randomUUID(), early), "booking-closed");
    const other = { ...at(winterTime), seconds: 3_600 };
    const two = await desk.act(summerTime, "makeHold", { ...other, hold: randomUUID() });
    assert.deepEqual([two.expires_at, two.cut_by], [formatInstant(winterTime), undefined]);
    assert.equal(await made(desk, winterTime, randomUUID(), other), "slot-has-begun");
    await desk.assertLawful();
  });

  test("offers end with the start that they are for", async () => {
    await using desk = await openOfferDesk(1, lines);
    const offered = [];
    for (const starts of [summerTime, winterTime]) {
      const fields = { slot_starting_at: formatInstant(starts) };
      const holder = await desk.book(day, `a-${starts}`, fields);
      offered.push(await desk.book(day + 1, `b-${starts}`, fields));
      await desk.cancel(summerTime - 30 * minute, holder);
    }
    assert.equal(await desk.look(offered[0]!), until(summerTime));
    assert.equal(await desk.look(offered[1]!), until(summerTime + 30 * minute));
    assert.equal(await desk.accept(summerTime, offered[0]!), "offer-ended");
    assert.equal(await desk.accept(summerTime, offered[1]!), "CONFIRMED");
    await desk.assertLawful();
  });
});

describe("a service that slept", () => {
  const later = start + 10 * hour;

  test("ends at once what was due, and lets those move up whose slot has not begun", async () => {
    await using desk = await openOfferDesk(
      1,
      [slotLine({ capacity: 1, starting_at: formatInstant(later) })],
      automatic,
    );
    const waiting = [];
    for (const moment of [start, later]) {
      const slot_starting_at = formatInstant(moment);
      const fields = { ...place, slot_starting_at, seconds: 60 };
      await desk.act(day, "makeHold", { ...fields, hold: randomUUID() });
      waiting.push(await desk.book(day + 1, `b-${moment}`, { slot_starting_at }));
    }
    const { store } = desk.house.service;
    const wakes = start + hour;
    assert.equal(await store.endDueSeats(day + 59_999), 0);
    assert.equal(await store.endDueSeats(wakes), 2);
    assert.equal(await store.endDueSeats(wakes), 0, "each ends once");
    assert.equal(await desk.look(waiting[0]!), "WAITLIST", "its slot has begun");
    assert.equal(await desk.look(waiting[1]!), "CONFIRMED");
    await desk.act(wakes, "listHolds", {});
    await desk.assertLawful();
  });

  test("ends what is due in the other slots where one fails, and says so", async () => {
    const slot = slotLine({ capacity: 1, starting_at: formatInstant(later) });
    await using desk = await openOfferDesk(1, [slot], automatic);
    for (const moment of [start, later]) {
      const fields = { ...place, slot_starting_at: formatInstant(moment), seconds: 60 };
      await desk.act(day, "makeHold", { ...fields, hold: randomUUID() });
    }
    const engine = openTestEngine(desk.house.service.databaseUrl);
    let asked = 0;
    const within: Engine["within"] = (...order) => {
      asked += 1;
      if (asked === 1) throw new Error("The first slot's.");
      return engine.within(...order);
    };
    await assert.rejects(endAllDueSeats({ ...engine, within }, start), {
      message: "The first slot's.",
    });
    await engine.close();
    assert.equal(asked, 2, "no account is asked by itself");
    assert.equal(await desk.house.service.store.endDueSeats(start), 1);
  });

  test("offers the seat anew from when it wakes, to one after the other", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const line = [];
    for (const who of ["b", "c", "d"]) line.push(await desk.book(day + line.length + 1, who));
    await desk.cancel(day + hour, holder);
    const { store } = desk.house.service;
    const wakes = day + 9 * hour;
    assert.equal(await store.endDueSeats(wakes), 1);
    assert.equal(await desk.look(line[0]!), "WAITLIST");
    assert.equal(await desk.look(line[1]!), until(wakes + hour));
    assert.equal(await store.endDueSeats(start), 1);
    // Nobody is offered a seat of a slot that has begun.
    assert.equal(await desk.look(line[2]!), "WAITLIST");
    await desk.house.save(campaign());
    await desk.act(start, "listHolds", {});
    await desk.assertLawful();
  });
});
