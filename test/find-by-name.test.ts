import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { nameWords } from "../src/domain/attendee-name.ts";
import type { AccountId } from "../src/domain/account.ts";
import { findCommonName } from "../src/store/bookings/attendee-search.ts";
import { openTestEngine } from "./harness/open-engine.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, assertProblem, openDesk, type Desk } from "./harness/operator-api.ts";
import { execute, query } from "./harness/query.ts";
import { acmeWith, booking, newBookingId, withSlots } from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";
import { engine } from "./harness/test-database.ts";

const named = (externalId: string, ...names: (string | null)[]) =>
  booking(externalId, {
    tickets: names.map((display_name) => ({ attendee: { display_name } })),
  });

const zoe = named("zoe", "Zoë Müller-Ångström");
const pair = named("pair", "Ann Lee", "Łukasz Sørensen");
const nobody = named("nobody", null);

let service: TestService;
let desk: Desk;
before(async () => {
  service = await startTestService([acmeWith([zoe, pair, nobody])]);
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

async function find(name: string, more = ""): Promise<string[]> {
  const answer = await desk.ask(
    "GET",
    `${acmePath}/bookings?name=${encodeURIComponent(name)}${more}`,
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.json.items.map((each: { external_id: string }) => each.external_id);
}

const command = (...words: string[]) => runCommandHere(service.databaseUrl, words);
const update = (...lines: object[]) =>
  runCommandHere(service.databaseUrl, ["import", "acme/production", "-", "--update"], {
    input: lines.map((line) => JSON.stringify(line)).join("\n"),
  });
/** Everything that the database has of attendees. */
const stored = () =>
  JSON.stringify([
    query(service.databaseUrl, "select * from ticket"),
    engine === "sqlite" ? query(service.databaseUrl, "select * from attendee_word") : [],
  ]).toLowerCase();

describe("A94 bookings by an attendee's name", () => {
  test("each word typed begins a word of one attendee's name; accents and case do not count", async () => {
    const cases: [typed: string, found: string[]][] = [
      ["zoe", ["zoe"]],
      ["MUL", ["zoe"]],
      ["angstr zo", ["zoe"]],
      ["Zoë müller", ["zoe"]],
      ["uller", []],
      ["lukasz", ["pair"]],
      ["sor luk", ["pair"]],
      ["ann luk", []],
      ["ann l", ["pair"]],
    ];
    for (const [typed, found] of cases) assert.deepEqual(await find(typed), found, typed);
    assertProblem(await desk.ask("GET", `${acmePath}/bookings?name=%25`), 400, "malformed");
    assert.deepEqual(await find("zoe", "&status=CANCELLED"), []);
    const shown = await command("find", "acme/production", "--name", "zoe", "--json");
    assert.deepEqual(
      shown.json.map((each: { booking: string }) => each.booking),
      [zoe.booking],
    );
  });

  test("a booking that an operator makes is found at once", async () => {
    const { slot_starting_at, ticket_type, interaction, activity, host } = zoe as any;
    const place = { interaction, activity, ...(host && { host }), slot_starting_at, ticket_type };
    const put = await desk.ask("PUT", `${acmePath}/bookings/${newBookingId()}`, {
      external_id: "put",
      ...place,
      attendees: ["Grace Hopper"],
    });
    assert.equal(put.status, 201, put.text);
    assert.deepEqual(await find("hopper"), ["put"]);
  });

  test("an import's other name, a dropped ticket and an erasure leave nothing of the former", async () => {
    const before = named("renamed", "Alan Old", "Second Guest");
    assert.equal((await update(before)).status, 0);
    const renamed = { ...before, tickets: [{ attendee: { display_name: "Alan New" } }] };
    const done = await update(renamed);
    assert.equal(done.status, 0, done.err);
    assert.deepEqual(await find("alan new"), ["renamed"]);
    assert.deepEqual(await find("old"), []);
    assert.deepEqual(await find("second"), []);
    const erased = await command(
      "contact",
      "erase",
      "acme/production",
      "--external-id",
      "renamed",
      "--upcoming",
      "keep",
    );
    assert.equal(erased.status, 0, erased.err);
    assert.deepEqual(await find("alan"), []);
    assert.doesNotMatch(stored(), /alan|second/);
  });

  test("a ticket that is named, renamed, unnamed or removed is found by the name it has", async () => {
    const { databaseUrl: url } = service;
    const line = named("by hand", "Ken Thompson", "Dennis Ritchie");
    assert.equal((await update(line)).status, 0);
    const second = `where booking_id = '${line.booking}' and number = 2`;
    const steps: readonly (readonly [sql: string, found: readonly string[]])[] = [
      [
        `update ticket set attendee_display_name = 'Kennedy Brian Ken' ${second}`,
        ["ken bri", "kenn b"],
      ],
      [`update ticket set attendee_words = 'zelda ritchie' ${second}`, ["zelda", "rit zel"]],
      [`update ticket set attendee_words = '' ${second}`, []],
      [`update ticket set attendee_words = null ${second}`, ["ken bri", "kenn b"]],
      [`update ticket set attendee_display_name = null ${second}`, []],
      [`update ticket set attendee_display_name = 'Dennis' ${second}`, ["dennis"]],
      [`delete from ticket ${second}`, []],
    ];
    const all = ["dennis ritchie", "ken bri", "zelda", "rit zel", "kenn b", "dennis"];
    assert.deepEqual(await find("dennis ritchie"), ["by hand"]);
    for (const [sql, found] of steps) {
      execute(url, sql);
      for (const typed of all) {
        const isFound = found.includes(typed);
        assert.deepEqual(await find(typed), isFound ? ["by hand"] : [], `${typed} after ${sql}`);
      }
    }
    assert.deepEqual(await find("ken thom"), ["by hand"]);
    const { json } = await command("verify", "acme/production", "--json");
    const ofWords = json.breaches.filter(({ law }: any) => law === "words-match-names");
    assert.deepEqual(ofWords, []);
  });

  test("another account's attendees are not found", async () => {
    const { databaseUrl: url, store } = service;
    const id = (await store.housekeeping.accountIds())[0] as AccountId;
    assert.equal((await update(named("ours", "Shared Xanthippe"))).status, 0);
    const other = await store
      .account(Number(`${id}1`) as AccountId)
      .findBookings({ words: ["xanthippe"], limit: 9 });
    assert.deepEqual(other, [], url);
    assert.deepEqual(await find("xanth"), ["ours"]);
  });

  test("a name that many have is found in the order of the slots, in windows", async () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      booking(`many-${index}`, {
        slot_starting_at: `2031-05-01T${10 + (index % 7)}:00:00Z`,
        tickets: [{ attendee: { display_name: index % 3 === 0 ? "Common Name" : "Another" } }],
      }),
    );
    assert.equal((await update(...withSlots(lines))).status, 0);
    const { databaseUrl: url, store } = service;
    const account = (await store.housekeeping.accountIds())[0] as AccountId;
    const words = nameWords("com nam");
    const found = await store.account(account).findBookings({ words, limit: 100 });
    const expected = found.map(({ booking: { id } }) => id as string);
    assert.equal(expected.length, 14);
    const engine = openTestEngine(url, { timeouts: "task", poolSize: 2 });
    try {
      const turns = [1, 3, 1_000].flatMap((slotsAtFirst) =>
        [3, 1_000].flatMap((bookingsAtATime) =>
          [true, false].map((isOver) => ({ slotsAtFirst, bookingsAtATime, isOver })),
        ),
      );
      for (const { isOver, ...portions } of turns) {
        // One whose time is always over goes on where it stopped, as pages do.
        const walk = async ({ limit = 100, ...more }: any): Promise<string[]> => {
          const search = { words, isOver: () => isOver };
          const filter = { ...more, limit };
          const { ids, next } = await findCommonName(engine, account, filter, search, portions);
          if (next === null) return [...ids];
          return [...ids, ...(await walk({ ...more, limit: limit - ids.length, after: next }))];
        };
        assert.deepEqual(await walk({}), expected);
        assert.deepEqual(await walk({ latestFirst: true }), expected.toReversed());
        assert.deepEqual(await walk({ limit: 5 }), expected.slice(0, 5));
        const after = found[4]!.booking;
        assert.deepEqual(await walk({ after }), expected.slice(5));
        assert.deepEqual(await walk({ externalId: "many-0" }), [lines[0]?.booking]);
        const to = found[4]!.booking.slotStartingAt;
        const early = found.filter(({ booking: { slotStartingAt } }) => slotStartingAt <= to);
        assert.equal((await walk({ to })).length, early.length);
        assert.deepEqual(await walk({ statuses: ["WAITLIST"] }), []);
        const slot = found[4]!.booking.slotStartingAt;
        const there = found.filter(({ booking: { slotStartingAt: at } }) => at === slot);
        assert.equal((await walk({ slotStartingAt: slot })).length, there.length);
      }
    } finally {
      await engine.close();
    }
  });
});
