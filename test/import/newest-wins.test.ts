import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import { exportDataFile } from "../../src/usecases/operator/export-data-file.ts";
import { changeBooking, moveBooking, promoteBooking } from "../harness/desk-acts.ts";
import { imported, now, startImporting, uuidOf, type Importing } from "./importing.ts";
import { booking, catalogue } from "./lines.ts";

const update = { update: true } as const;
const production = { tenant: "acme", environment: "production" } as const;
const hereAt = Date.UTC(2030, 3, 10, 9);
const [before, at, later] = [
  "2030-04-10T08:59:59.999Z",
  "2030-04-10T09:00:00Z",
  "2030-04-11T00:00:00Z",
];

type Transition = Parameters<typeof changeBooking>[4];

/** What an operator did here on 10 April at nine, in this order. */
async function change(importing: Importing, name: string, ...transitions: Transition[]) {
  for (const transition of transitions) {
    const audit = { actor: "desk", now: hereAt };
    const id = uuidOf(name) as BookingId;
    const answer = await changeBooking(importing.store, audit, id, production, transition);
    assert.ok(!("refused" in answer), JSON.stringify(answer));
  }
}

const cancel = { kind: "cancel", ticket: null } as const;
const checkIn = { kind: "check-in", ticket: null } as const;
const undo = { kind: "undo-check-in", ticket: null } as const;

async function promote(importing: Importing, name: string) {
  const audit = { actor: "desk", now: hereAt };
  const order = { bookingId: uuidOf(name) as BookingId, account: production, overtake: false };
  const answer = await promoteBooking(importing.store, audit, order);
  assert.ok(!("refused" in answer), JSON.stringify(answer));
}

/** The state of a booking without its history. */
function state(importing: Importing, name: string): unknown {
  const id = uuidOf(name);
  return [
    importing.query(`select * from booking where id = '${id}'`),
    importing.query(`select * from ticket where booking_id = '${id}' order by number`),
    importing.query("select * from slot order by activity_id, host_id, starting_at"),
  ];
}

interface Case {
  readonly what: string;
  readonly line: object;
  readonly happens: (importing: Importing) => Promise<void>;
}

const two = { tickets: [{}, {}] };
const arrived = { tickets: [{ attendee: { checked_in_at: "2030-04-02T00:00:00Z" } }] };
const cases: readonly Case[] = [
  { what: "a cancel", line: booking("a"), happens: (here) => change(here, "a", cancel) },
  { what: "a check-in", line: booking("a"), happens: (here) => change(here, "a", checkIn) },
  {
    what: "a check-in that was undone",
    line: booking("a", arrived),
    happens: (here) => change(here, "a", undo),
  },
  {
    what: "a cancelled ticket",
    line: booking("a", two),
    happens: (here) => change(here, "a", { kind: "cancel", ticket: 2 }),
  },
  {
    what: "a promotion",
    line: booking("a", { booking_status: "WAITLIST" }),
    happens: (here) => promote(here, "a"),
  },
];

describe("what happened here", () => {
  for (const { what, line, happens } of cases) {
    test(`stands before an older line: ${what}`, async () => {
      await using importing = await startImporting();
      await imported(importing, [...catalogue, line]);
      await happens(importing);
      const stands = state(importing, "a");
      for (const older of [line, { ...line, changed_at: before }, { ...line, changed_at: at }]) {
        const { updated, kept, kept_bookings } = await imported(importing, [older], update);
        assert.deepEqual([updated, kept], [{}, { booking: 1 }]);
        assert.deepEqual(
          kept_bookings.map(({ line: number, booking: id }) => [number, id]),
          [[1, uuidOf("a")]],
        );
        assert.deepEqual(state(importing, "a"), stands);
      }
    });

    test(`gives way to a newer line: ${what}`, async () => {
      await using importing = await startImporting();
      await imported(importing, [...catalogue, line]);
      const original = state(importing, "a");
      await happens(importing);
      const { updated, kept } = await imported(importing, [{ ...line, changed_at: later }], update);
      assert.deepEqual([updated, kept], [{ booking: 1 }, {}]);
      assert.deepEqual(state(importing, "a"), original);
    });

    test(`gives way to any line that may overwrite, and is named: ${what}`, async () => {
      await using importing = await startImporting();
      await imported(importing, [...catalogue, line]);
      const original = state(importing, "a");
      await happens(importing);
      const taken = await imported(importing, [line], { overwrite: true });
      assert.deepEqual([taken.updated, taken.kept, taken.kept_bookings], [{ booking: 1 }, {}, []]);
      assert.deepEqual(
        taken.overwritten_bookings?.map(({ booking: id }) => id),
        [uuidOf("a")],
      );
      assert.deepEqual(state(importing, "a"), original);
      // From here on the state is the file's: its next line need not be newer than what was taken back.
      const next = { ...line, tickets: [{}, {}], booked_at: "2030-04-03T00:00:00Z" };
      assert.deepEqual((await imported(importing, [next], update)).updated, { booking: 1 });
    });
  }

  test("stands before an older line: a move to another ticket type of its slot", async () => {
    await using importing = await startImporting();
    const line = booking("a");
    const open = { kind: "ticket_type", id: "open", display_name: "Open" };
    const place = { interaction: "pk_summer", activity: "tasting", has_limited_capacity: false };
    await imported(importing, [...catalogue, { ...open, ...place }, line]);
    const audit = { actor: "desk", now: hereAt };
    const bookingId = uuidOf("a") as BookingId;
    const startingAt = Date.parse(line.slot_starting_at);
    const order = { bookingId, account: production, startingAt, ticketTypeId: "open" };
    const moved = await moveBooking(importing.store, audit, order);
    assert.ok(!("refused" in moved), JSON.stringify(moved));
    const stands = state(importing, "a");
    for (const older of [line, { ...line, changed_at: before }, { ...line, changed_at: at }]) {
      assert.deepEqual((await imported(importing, [older], update)).kept, { booking: 1 });
    }
    assert.deepEqual(state(importing, "a"), stands);
    const [here] = importing.accountIds;
    const exported: object[] = [];
    for await (const each of exportDataFile(importing.store.account(here), { now }))
      exported.push(each);
    const said = exported.find((each) => "changed_at" in each);
    assert.partialDeepStrictEqual(said, { booking: bookingId, changed_at: at });
  });

  test("is named with what stands here since when, and what the file says", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("b"), booking("a")]);
    await change(importing, "a", cancel);
    const answer = await imported(importing, [booking("b"), booking("a")], update);
    assert.deepEqual(answer.unchanged, { booking: 1 });
    assert.deepEqual(answer.kept_bookings, [
      {
        line: 2,
        booking: uuidOf("a"),
        here: { booking_status: "CANCELLED", booked_at: at },
        file: { booking_status: "CONFIRMED", booked_at: "2030-04-01T10:11:12Z" },
      },
    ]);
  });

  test("leaves at the same time what has no time of its own to the line", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    await change(importing, "a", checkIn);
    const named = booking("a", {
      tickets: [{ attendee: { display_name: "Ada", checked_in_at: at } }],
    });
    assert.deepEqual((await imported(importing, [named], update)).updated, { booking: 1 });
  });

  test("is not what an earlier import did: that counts as the file's", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    const cancelled = booking("a", { booking_status: "CANCELLED", booked_at: later });
    assert.deepEqual((await imported(importing, [cancelled], update)).updated, { booking: 1 });
    assert.deepEqual((await imported(importing, [booking("a")], update)).updated, { booking: 1 });
  });

  test("a line that says it is older than the last one taken is kept out", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a", { changed_at: at })]);
    const waiting = booking("a", { booking_status: "WAITLIST", changed_at: before });
    assert.deepEqual((await imported(importing, [waiting], update)).kept, { booking: 1 });
    const newer = { ...waiting, changed_at: later };
    assert.deepEqual((await imported(importing, [newer], update)).updated, { booking: 1 });
  });

  test("a dry run counts and names it too", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    await change(importing, "a", cancel);
    const answer = await imported(importing, [booking("a")], { ...update, dryRun: true });
    assert.deepEqual([answer.kept, answer.kept_bookings.length], [{ booking: 1 }, 1]);
  });
});

describe("two accounts that follow each other", () => {
  test("come to rest with the newest state of each booking", async () => {
    await using importing = await startImporting();
    const [here, there] = importing.accountIds;
    const names = ["a", "b", "c", "d"];
    const lines = [
      booking("a"),
      booking("b", { slot_starting_at: "2030-05-01T09:00:00Z", ...arrived }),
      booking("c", { booking_status: "WAITLIST" }),
      booking("d", { slot_starting_at: "2030-05-01T09:00:00Z" }),
    ];
    for (const into of [here, there]) await imported(importing, [...catalogue, ...lines], { into });
    await change(importing, "a", cancel);
    await change(importing, "b", undo);
    await promote(importing, "c");
    await imported(
      importing,
      [
        booking("d", {
          slot_starting_at: "2030-05-01T09:00:00Z",
          booking_status: "CANCELLED",
          booked_at: later,
        }),
      ],
      { into: there, ...update },
    );
    const follow = async (from: typeof here, into: typeof here) => {
      const exported = [];
      for await (const line of exportDataFile(importing.store.account(from), { now }))
        exported.push(line);
      const bookings = exported.filter((line) => (line as { kind: string }).kind === "booking");
      return (await imported(importing, bookings, { into, ...update })).updated.booking ?? 0;
    };
    assert.equal(await follow(here, there), 3);
    assert.equal(await follow(there, here), 1);
    assert.deepEqual([await follow(here, there), await follow(there, here)], [0, 0]);
    const statuses = importing.query(
      `select booking.id, booking_status, booked_at, attendee_checked_in_at
       from booking
       join ticket on ticket.booking_id = booking.id and ticket.account_id = booking.account_id
       order by booking.account_id, booking.id`,
    );
    assert.deepEqual(statuses.slice(0, names.length), statuses.slice(names.length));
    assert.deepEqual(
      new Set(statuses.map((row) => row["booking_status"])),
      new Set(["CANCELLED", "CONFIRMED"]),
    );
  });
});

test("an export tells when a booking last changed, also where no other time does", async () => {
  await using importing = await startImporting();
  await imported(importing, [...catalogue, booking("a", arrived), booking("b")]);
  await change(importing, "a", undo);
  const [here] = importing.accountIds;
  const times = new Map<unknown, unknown>();
  for await (const line of exportDataFile(importing.store.account(here), { now })) {
    const { kind, booking: id, changed_at } = line as Record<string, unknown>;
    if (kind === "booking") times.set(id, changed_at);
  }
  assert.deepEqual(times.get(uuidOf("a")), at);
  assert.deepEqual(times.get(uuidOf("b")), "2030-04-01T10:11:12Z");
  assert.ok(hereAt < now);
});
