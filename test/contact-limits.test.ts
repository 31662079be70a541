import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { bookSlot, moveBooking } from "./harness/desk-acts.ts";
import { createAccount } from "./harness/operate.ts";
import { acmePath, assertProblem, openDesk } from "./harness/operator-api.ts";
import { booking, catalogue, productionHost } from "./harness/seed.ts";
import { acme, audit, importLines, openTestStores } from "./harness/service.ts";

const account = "acme/production";
const slot = formatInstant(slotStart);
const laterStart = slotStart + 3_600_000;
const place = { publicKey: "pk_summer", activityId: "tasting", hostId: null };

/** The catalogue's campaigns and ticket types with these limits. */
function limited(limits: Readonly<Record<string, number>>): object[] {
  return catalogue.flatMap((line) => {
    const { kind, public_key, id } = line as Record<string, string>;
    const isLimited = kind === "interaction" || kind === "ticket_type";
    const most = isLimited ? limits[public_key ?? id ?? ""] : undefined;
    return most === undefined ? [] : [{ ...line, tickets_per_contact: most }];
  });
}

const slots = [
  slotLine({ capacity: 2 }),
  slotLine({ starting_at: formatInstant(laterStart), capacity: 20 }),
];

async function openLimited(limits: Readonly<Record<string, number>>): Promise<BookingHouse> {
  const house = await openBookingHouse(slots);
  const id = (await house.service.store.accounts.identify(acme)) ?? assert.fail();
  await importLines(house.service.store, id, limited(limits));
  return house;
}

describe("A84 a limit of tickets per contact", () => {
  test("holds for every road of booking and moving, and is passed over on purpose only", async () => {
    await using house = await openLimited({ standard: 3, pk_summer: 5 });
    const run = (...words: string[]) => runCommandHere(house.service.databaseUrl, words);
    const order = ["--external-id", "ann", "--interaction", "pk_summer", "--activity", "tasting"];
    const book = (type: string, ...words: string[]) =>
      run("book", account, ...order, "--slot", slot, "--ticket-type", type, ...words, "--json");
    assert.equal((await book("standard", "--tickets", "2")).json.booking_status, "CONFIRMED");
    // One that waits counts too.
    assert.equal((await book("standard")).json.booking_status, "WAITLIST");
    const refused = await book("standard");
    assert.equal(refused.status, 1);
    assert.match(
      refused.json.error.message,
      /3 live tickets of the ticket type in slots that have not ended, of 3 at most.*--over-limit/,
    );
    const open = await book("open", "--tickets", "2");
    assert.match(
      (await book("open")).json.error.message,
      /5 live tickets of the campaign in slots that have not ended, of 5/,
    );
    // Another contact has its own.
    assert.equal(await house.tryBook("bob", { tickets: 3 }), "WAITLIST");
    assert.equal(await house.tryBook("eve", { tickets: 4 }), "over-limit");

    const [admin, agent] = [await openDesk(house.service), await openDesk(house.service, "agent")];
    const body = {
      external_id: "ann",
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: formatInstant(laterStart),
      ticket_type: "standard",
    };
    const path = `${acmePath}/bookings`;
    const over = await admin.ask("POST", path, body);
    assertProblem(over, 409, "over-limit");
    assert.deepEqual([over.json.limit, over.json.live_tickets], [3, 3]);
    const chosen = `${path}/${randomUUID()}`;
    assertProblem(await admin.ask("PUT", chosen, body), 409, "over-limit");
    assert.equal((await agent.ask("PUT", chosen, { ...body, over_limit: true })).status, 403);
    const meant = await admin.ask("PUT", chosen, { ...body, over_limit: true });
    assert.equal(meant.status, 201);
    assert.equal(meant.json.history[0].details.over_limit, true);
    assert.equal((await admin.ask("PUT", chosen, { ...body, over_limit: true })).status, 200);
    assert.equal(open.json.history[0].details.over_limit, undefined);

    const to = { slot_starting_at: formatInstant(laterStart) };
    const move = `${path}/${open.json.booking}/move`;
    // Within the campaign and the type no ticket is added.
    assert.equal((await admin.ask("POST", move, to)).status, 200);
    assertProblem(
      await admin.ask("POST", move, { ...to, ticket_type: "standard" }),
      409,
      "over-limit",
    );
    assert.equal(
      (await agent.ask("POST", move, { ...to, ticket_type: "standard", over_limit: true })).status,
      403,
    );
    const words = ["--slot", to.slot_starting_at, "--ticket-type", "standard", "--over-limit"];
    const moved = await run("move", open.json.booking, ...words, "--json");
    assert.equal(moved.json.ticket_type, "standard");
    assert.equal(moved.json.history.at(-1).details.over_limit, true);
    const explained = await run("explain", open.json.booking, "--json");
    assert.deepEqual(
      explained.json.contact_limits.map(({ ticket_type: type, limit, live_tickets }: any) => [
        type,
        limit,
        live_tickets,
      ]),
      [
        ["standard", 3, 6],
        [undefined, 5, 6],
      ],
    );
    const told = (await run("explain", open.json.booking)).out;
    assert.match(
      told,
      /6 live tickets of the ticket type in slots that have not ended, of 3 at most/,
    );
    assert.match(told, /moved over the contact's limit by /);
    await house.assertLawful();
  });

  test("counts the week, the month or the slots to come, as the campaign says", async () => {
    const day = 86_400_000;
    // A Wednesday in Paris, the Sunday and the Monday after it by that clock, and a day of the month before.
    const wednesday = Date.UTC(2031, 3, 30, 8);
    const [sunday, monday, before] = [
      Date.UTC(2031, 4, 4, 21, 59),
      Date.UTC(2031, 4, 4, 22),
      wednesday - 7 * day,
    ];
    const past = Date.UTC(2025, 0, 1, 8);
    const starts = [wednesday, sunday, monday, before, past];
    await using house = await openLimited({ standard: 2 });
    await importLines(
      house.service.store,
      (await house.service.store.accounts.identify(acme)) ?? assert.fail(),
      starts.map((start) => slotLine({ starting_at: formatInstant(start), capacity: 20 })),
    );
    const campaign = catalogue.find((line) => "public_key" in line) ?? assert.fail();
    const counting = (counts: string) => house.save({ ...campaign, contact_limit_counts: counts });
    const at = (startingAt: number, late = false) => ({
      place: { ...place, startingAt },
      ...(late && { late }),
    });
    // Two of the past count to nobody but `all`.
    assert.equal(await house.tryBook("ann", { ...at(past, true), tickets: 2 }), "CONFIRMED");
    await counting("all");
    assert.equal(await house.tryBook("ann", at(wednesday)), "over-limit");
    await counting("upcoming");
    const first = await house.book("ann", at(wednesday));
    assert.equal(await house.tryBook("ann", at(before)), "CONFIRMED");
    assert.equal(await house.tryBook("ann", at(monday)), "over-limit");
    await counting("month");
    assert.equal(await house.tryBook("ann", { ...at(monday), tickets: 2 }), "CONFIRMED");
    assert.equal(await house.tryBook("ann", at(sunday)), "over-limit");
    await counting("week");
    assert.equal(await house.tryBook("ann", at(sunday)), "CONFIRMED");
    assert.equal(await house.tryBook("ann", at(sunday)), "over-limit");
    // A move within the week adds nothing, one into another week does.
    const move = (startingAt: number) =>
      moveBooking(house.service.store, audit(), {
        account: acme,
        bookingId: first.booking.id,
        startingAt,
      });
    const refused = await move(monday);
    assert.ok(isRefused<{ why: string }>(refused));
    assert.equal(refused.refused.why, "over-limit");
    assert.equal(isRefused(await move(sunday)), false);
    const run = (...words: string[]) => runCommandHere(house.service.databaseUrl, words);
    const explained = await run("explain", first.booking.id);
    assert.match(
      explained.out,
      /2 live tickets of the ticket type in the week from Monday, 2031-04-28, of 2 at most/,
    );
    await house.assertLawful();
  });

  test("is not asked again by a promotion, and a merge that exceeds it says so", async () => {
    await using house = await openLimited({ standard: 2 });
    await house.book("ann", { tickets: 2 });
    const waits = await house.book("Ann", { tickets: 2 });
    const run = (...words: string[]) => runCommandHere(house.service.databaseUrl, words);
    const merge = ["contact", "merge", account, "--external-id", "Ann", "--into", "ann"];
    const over_limit = [
      {
        interaction: "pk_summer",
        activity: "tasting",
        ticket_type: "standard",
        limit: 2,
        live_tickets: 4,
        facts:
          "The contact has 4 live tickets of the ticket type in slots that have not ended, of 2 at most.",
      },
    ];
    const tried = await run(...merge, "--dry-run", "--json");
    assert.deepEqual(tried.json.over_limit, over_limit);
    const done = await run(...merge);
    assert.match(done.out, /Over a limit: The contact has 4 live tickets/);
    await house.setCapacity(4);
    assert.equal(await house.promote(waits), "CONFIRMED");
    assert.equal(await house.tryBook("ann"), "over-limit");
    await house.assertLawful();
  });

  for (const [size, others] of [
    ["small", 0],
    ["large", 1_000],
  ] as const) {
    test(`is exceeded by a ${size} import, which warns and names the bookings`, async () => {
      await using house = await openLimited({ standard: 2 });
      await house.book("ann");
      const at = (fields: object) => ({ slot_starting_at: formatInstant(laterStart), ...fields });
      const [first, second] = [booking("ann", at({})), booking("ann", at({}))];
      const lines = [
        first,
        booking("bob", at({})),
        second,
        booking("ann", at({ booking_status: "CANCELLED" })),
        ...Array.from({ length: others }, (_, index) =>
          booking(`other-${index}`, at({ ticket_type: "open" })),
        ),
      ];
      const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      const run = (...words: string[]) =>
        runCommandHere(house.service.databaseUrl, ["import", account, "-", ...words], { input });
      const message =
        "its contact then has 3 live tickets of the ticket type in slots that have not ended, of 2 at most";
      const named = [first, second].map(({ booking: key }, index) => ({
        line: 2 * index + 1,
        booking: key,
        message,
      }));
      const tried = await run("--dry-run", "--json");
      assert.deepEqual(tried.json.over_limit, named);
      const done = await run();
      assert.equal(done.status, 0);
      assert.match(done.err, /warning: line 1: .* its contact then has 3 live tickets/);
      // The same again adds nothing.
      assert.equal((await run("--json")).json.over_limit, undefined);
      await house.assertLawful();
    });
  }
});

test("A84 contacts at the same moment get no ticket above a limit, by bookings or by moves", async () => {
  await using stores = await openTestStores(4);
  const made = await createAccount(stores.first, audit(), acme, [productionHost], []);
  if (isRefused(made)) assert.fail();
  // Each of the four has slots of its own, so that only the contact makes them wait for each other.
  const startOf = (index: number) => slotStart + index * 3_600_000;
  const seats = Array.from({ length: 8 }, (_, index) =>
    slotLine({ starting_at: formatInstant(startOf(index)), capacity: 100 }),
  );
  await importLines(stores.first, made.id, [...catalogue, ...seats]);
  await importLines(stores.first, made.id, limited({ standard: 2 }));
  const order = (externalId: string, ticketTypeId: string, index: number) => ({
    place: { ...place, startingAt: startOf(index) },
    ticketTypeId,
    externalId,
    tickets: 1,
  });
  const whys = (answers: readonly object[]) =>
    answers
      .map((each) => (isRefused<{ why: string }>(each) ? each.refused.why : "done"))
      .toSorted();
  const two = ["done", "done", "over-limit", "over-limit"];
  for (const round of [1, 2, 3, 4]) {
    // A contact that is new, then one that is known.
    const books = (name: string) =>
      stores.all((store, index) => bookSlot(store, audit(), acme, order(name, "standard", index)));
    assert.deepEqual(whys(await books(`new-${round}`)), two);
    const opened = await stores.all((store, index) =>
      bookSlot(store, audit(), acme, order(`known-${round}`, "open", index)),
    );
    const moves = await stores.all((store, index) => {
      const one = opened[index] ?? assert.fail();
      if (isRefused(one)) assert.fail();
      const to = { startingAt: startOf(4 + index), ticketTypeId: "standard" };
      return moveBooking(store, audit(), {
        bookingId: one.details.booking.id,
        account: acme,
        ...to,
      });
    });
    assert.deepEqual(whys(moves), two);
    assert.deepEqual(whys(await books(`known-${round}`)), Array(4).fill("over-limit"));
  }
});
