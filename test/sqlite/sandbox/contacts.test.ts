import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isSecret } from "../../../src/domain/secret.ts";
import { sandboxAccount, sandboxCredential } from "../../../playground/sandbox/credential.ts";
import { nextClockChanges } from "../../../playground/sandbox/data/clock-changes.ts";
import {
  sandboxContacts,
  baseOf,
  sandboxDataFile,
} from "../../../playground/sandbox/data/data-file.ts";
import { bookingId } from "../../../playground/sandbox/data/contact.ts";
import { furnish } from "../../../playground/sandbox/image.ts";
import { openStore } from "../../../src/store/store.ts";
import { isRefused } from "../../../src/domain/refusal.ts";
import { verifyAccount } from "../../../src/usecases/operator/verify-account.ts";
import { startTestSandbox, type TestSandbox } from "../../harness/sandbox.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe("the sandbox's contacts show what they say", () => {
  let sandbox: TestSandbox;
  let token: string;
  before(async () => {
    sandbox = await startTestSandbox();
    token = await sandbox.token();
  });
  after(() => sandbox[Symbol.asyncDispose]());

  const list = async (externalId: string, more = "") => {
    const query = `external_id=${encodeURIComponent(externalId)}${more}`;
    return (await sandbox.list(token, query)).json;
  };
  const only = async (externalId: string, more = "") => {
    const { bookings } = await list(externalId, more);
    assert.equal(bookings.length, 1);
    return bookings[0];
  };
  const startOf = (booking: any) => Date.parse(booking.slot_starting_at);
  const cancelOf = async (contact: number, nth: number) =>
    (await sandbox.cancel(token, bookingId(contact, nth))).status;

  test("R72 upcoming: CONFIRMED in three campaigns, and each can be cancelled", async () => {
    const { bookings } = await list("upcoming");
    for (const [index, booking] of bookings.entries()) {
      assert.equal(booking.booking, bookingId(1, index + 1));
      assert.equal(booking.booking_status, "CONFIRMED");
      assert.ok(startOf(booking) > Date.now());
    }
    const campaigns = bookings.map(({ interaction }: any) => interaction.public_key);
    assert.equal(new Set(campaigns).size, 3);
    for (const nth of [1, 2, 3]) assert.equal(await cancelOf(1, nth), 200);
  });

  test("R40 R47 waitlist: WAITLIST behind a full slot, and can be cancelled", async () => {
    assert.equal((await only("waitlist")).booking_status, "WAITLIST");
    assert.ok((await only("waitlist")).booked_at < (await only("waitlist-second")).booked_at);
    assert.equal((await only("full-slot")).booking_status, "CONFIRMED");
    assert.equal(await cancelOf(2, 1), 200);
  });

  test("A87 type-full: WAITLIST beside free seats, by the limit of its ticket type", async () => {
    const { bookings } = await list("type-full");
    const told = bookings.map((each: any) => [each.booking_status, each.ticket_type.display_name]);
    assert.deepEqual(told.toSorted(), [
      ["CONFIRMED", "Patron"],
      ["WAITLIST", "Patron"],
    ]);
    assert.equal(new Set(bookings.map(startOf)).size, 1);
    assert.equal(await cancelOf(26, 2), 200);
  });

  test("R48 whose cancel is refused: cancelled, checked in, ticket cancelled, past the cut-off", async () => {
    assert.equal((await only("cancelled")).booking_status, "CANCELLED");
    assert.equal((await only("checked-in")).booking_status, "CONFIRMED");
    assert.equal((await only("ticket-cancelled")).booking_status, "CONFIRMED");
    for (const contact of [5, 6, 7, 22]) assert.equal(await cancelOf(contact, 1), 400);
    assert.equal((await only("ticket-cancelled")).booking_status, "CONFIRMED");
  });

  test("A37 several-tickets: with one cancelled it can be cancelled, with one checked in only when that one is cancelled", async () => {
    assert.deepEqual(
      [await cancelOf(8, 1), await cancelOf(8, 2), await cancelOf(8, 3), await cancelOf(8, 4)],
      [200, 200, 400, 200],
    );
  });

  test("A36 past and running: begun, one over and one not, and a cancel is allowed", async () => {
    const { bookings } = await list("past");
    for (const booking of bookings) {
      assert.ok(startOf(booking) + booking.slot_duration_in_minutes * 60_000 < Date.now());
    }
    const running = await only("running");
    assert.ok(startOf(running) < Date.now());
    assert.ok(startOf(running) + running.slot_duration_in_minutes * 60_000 > Date.now());
    assert.deepEqual([await cancelOf(9, 2), await cancelOf(10, 1)], [200, 200]);
  });

  test("R70 R71 many: 250 bookings on three pages", async () => {
    const pages = [
      await list("many"),
      await list("many", "&page_number=2"),
      await list("many", "&page_number=3"),
    ];
    assert.deepEqual(
      pages.map(({ bookings }) => bookings.length),
      [100, 100, 50],
    );
    assert.equal(pages[0].total_count, 250);
  });

  test("R39 R41 mixed: all three statuses", async () => {
    const { bookings } = await list("mixed");
    const statuses = new Set(bookings.map(({ booking_status }: any) => booking_status));
    assert.deepEqual(statuses, new Set(["CONFIRMED", "WAITLIST", "CANCELLED"]));
  });

  test("R36 raw-language-map: both texts are language maps", async () => {
    const { activity } = await only("raw-language-map", "&language=en");
    assert.deepEqual(JSON.parse(activity.title), { it: "Aperitivo in terrazza" });
    assert.deepEqual(JSON.parse(activity.location_hint), {
      it: "Terrazza, quinto piano",
      de: "Terrasse, 5. Stock",
    });
  });

  test("R69 missing-translation: the default language's title, and an empty location hint", async () => {
    const { activity } = await only("missing-translation", "&language=en");
    assert.deepEqual([activity.title, activity.location_hint], ["Atelier de création", ""]);
  });

  test("R26 no-duration: the field is absent", async () => {
    assert.ok(!("slot_duration_in_minutes" in (await only("no-duration"))));
  });

  test("R25 R31 hosts: 20 minutes, 60 minutes, and none", async () => {
    const { bookings } = await list("hosts");
    assert.deepEqual(
      bookings.map((each: any) => [each.host.display_name, each.slot_duration_in_minutes]),
      [
        ["Station 1", 20],
        ["Idris Lemaire", 60],
        ["Cabinet des archives", undefined],
      ],
    );
  });

  test("R15 A7 same-activity-id: one id, two activities, one start", async () => {
    const { bookings } = await list("same-activity-id", "&language=en");
    assert.deepEqual(
      bookings.map(({ activity }: any) => [activity.id, activity.title]),
      [
        ["tasting", "Tasting"],
        ["tasting", "Hot chocolate tasting"],
      ],
    );
    assert.equal(startOf(bookings[0]), startOf(bookings[1]));
  });

  test("R24 clock-change: each pair lies an hour apart, and its local times do not", async () => {
    const { bookings } = await list("clock-change");
    assert.equal(bookings.length, 8);
    for (const zone of ["Europe/Paris", "America/New_York"]) {
      const times = bookings
        .filter(({ interaction }: any) => interaction.timezone === zone)
        .map(startOf);
      for (const index of [0, 2]) {
        assert.equal(times[index + 1] - times[index], hourMs);
        const [before = 0, after = 0] = times.slice(index, index + 2).map(localMinutes(zone));
        assert.notEqual((after - before + 1_440) % 1_440, 60);
      }
    }
  });

  test("markup, unlimited, fraction: HTML in texts, no limit, three digits of a second", async () => {
    assert.match((await only("markup")).activity.title, /<script>alert\("titre"\)<\/script>/);
    assert.match((await only("markup")).ticket_type.display_name, /^<i>/);
    assert.equal((await only("unlimited")).ticket_type.has_limited_capacity, false);
    assert.match((await only("fraction")).booked_at, /\.123Z$/);
  });

  test("A45 ids that must be encoded, and the longest", async () => {
    const [awkward, long] = sandboxContacts.filter(({ number }) => number === 23 || number === 24);
    assert.equal((await list(awkward?.externalId ?? "")).total_count, 1);
    assert.equal(long?.externalId.length, 512);
    assert.equal((await list(long.externalId)).total_count, 1);
  });

  test("R78 nobody: neither bookings nor total_count", async () => {
    assert.deepEqual(await list("nobody"), { page_number: 1, page_size: 100 });
  });
});

describe("the sandbox's data", () => {
  // Nights of clock changes, a leap day, the end of a year, an hour's first and last moment.
  const instants = [
    "2026-03-29T00:59:59.999Z",
    "2026-10-25T01:00:00Z",
    "2026-11-01T05:30:00Z",
    "2028-02-29T23:59:59Z",
    "2027-12-31T23:00:00Z",
    "2031-07-01T12:34:56Z",
  ].map((text) => Date.parse(text));

  test("hold every invariant on any day, but for the ticket that was cancelled elsewhere", async () => {
    for (const now of instants) {
      const store = openStore("sqlite::memory:");
      await store.migrate(now);
      await furnish(store, now, ["localhost"]);
      const report = await verifyAccount(store, sandboxAccount, now);
      assert.ok(!isRefused(report));
      const violations = report.violations.map(({ invariant, ...where }) => [
        invariant,
        where.booking,
      ]);
      assert.deepEqual(violations, [["confirmed-without-ticket", bookingId(7, 1)]]);
      await store.close();
    }
  });

  test("have ids that never change and belong to one booking each", () => {
    const idsAt = (now: number) =>
      sandboxDataFile(baseOf(now)).flatMap((line: any) =>
        line.kind === "booking" ? [line.booking] : [],
      );
    const [first = 0, ...others] = instants;
    for (const now of others) assert.deepEqual(idsAt(now), idsAt(first));
    assert.equal(new Set(idsAt(first)).size, idsAt(first).length);
    assert.equal(new Set(sandboxContacts.map(({ number }) => number)).size, sandboxContacts.length);
    assert.equal(bookingId(1, 1), "5a9db0c5-0001-4000-8000-000000000001");
  });

  test("know the nights on which clocks change, and zones in which they do not", () => {
    const after = Date.parse("2026-11-21T00:00:00Z");
    const changes = (zone: string) =>
      nextClockChanges(zone, after, 2).map((change) => new Date(change).toISOString());
    assert.deepEqual(changes("Europe/Paris"), [
      "2027-03-28T01:00:00.000Z",
      "2027-10-31T01:00:00.000Z",
    ]);
    assert.deepEqual(changes("America/New_York"), [
      "2027-03-14T07:00:00.000Z",
      "2027-11-07T06:00:00.000Z",
    ]);
    assert.deepEqual(changes("Asia/Kathmandu"), []);
    assert.deepEqual(nextClockChanges("Europe/Paris", after + 400 * dayMs, 1).length, 1);
  });

  test("have credentials that look like any other, and are the same for ever", () => {
    assert.ok(isSecret("clientSecret", sandboxCredential.client_secret));
    assert.deepEqual(sandboxCredential, {
      client_id: "bsc_sandbox",
      client_secret: "bss_sandbox-secret--known-to-all--worth-nothingqT4mvw",
      audience: "https://localhost",
      account: "sandbox/development",
    });
  });

  test("are put into no database that outlives the process", async () => {
    const folder = temporaryFolder();
    const store = openStore(`sqlite:${folder.path}/booking.db`);
    await store.migrate(Date.now());
    await assert.rejects(furnish(store, Date.now(), ["localhost"]), /lives in memory only/);
    assert.deepEqual(await store.accounts.list(), []);
    await store.close();
    folder[Symbol.dispose]();
  });
});

function localMinutes(timeZone: string) {
  const clock = new Intl.DateTimeFormat("en", {
    timeZone,
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  return (instant: number) => {
    const [hour = "", minute = ""] = clock.format(instant).split(":");
    return Number(hour) * 60 + Number(minute);
  };
}
