import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { endOfRetention } from "../src/domain/contact.ts";
import { expireContacts } from "../src/usecases/housekeeping.ts";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import { call } from "./harness/call.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { startServerProcess } from "./harness/process.ts";
import { query, tableNames } from "./harness/query.ts";
import { engine } from "./harness/test-database.ts";
import { acmeWith, booking, cancelPath, otherWith } from "./harness/seed.ts";
import { acme, audit, importLines, startTestService } from "./harness/service.ts";
import { markSteadyClock } from "./harness/steady-clock.ts";
import { until } from "./harness/until.ts";

const longAgo = Date.UTC(2020, 4, 1, 8);
const old = { slot_starting_at: formatInstant(longAgo), booked_at: "2020-04-01T10:11:12Z" };
const place = { publicKey: "pk_summer", activityId: "tasting", hostId: null };
const inTheOldSlot = { place: { ...place, startingAt: longAgo }, late: true };
const slots = [
  slotLine({ capacity: 9 }),
  slotLine({ capacity: 9, starting_at: formatInstant(longAgo) }),
];
const command = ["retention", "acme/production", "--days", "365"];

const erasure = "select actor from booking_event where kind = 'contact-erased'";

/** Everything in the database, as one text for each table, but for the clock that the service marks by itself. */
function contentsOf(databaseUrl: string): Record<string, string> {
  return Object.fromEntries(
    tableNames(databaseUrl)
      .filter((table) => table !== "clock_mark")
      .map((table) => [table, JSON.stringify(query(databaseUrl, `select * from "${table}"`))]),
  );
}

function tablesWith(databaseUrl: string, word: string): string[] {
  return Object.entries(contentsOf(databaseUrl)).flatMap(([table, text]) =>
    text.includes(word) ? [table] : [],
  );
}

describe("B320 retention", () => {
  test("leaves nothing of a contact whose slots are long over, in any column of any table", async () => {
    await using house = await openBookingHouse(slots, "automatic");
    const { service } = house;
    const { databaseUrl } = service;
    const token = await service.token();
    // Imported, changed by another import, cancelled with a reason, waiting, checked in, traced.
    const line = booking("canary-1", {
      ...old,
      tickets: [{ attendee: { display_name: "Canary" } }],
    });
    const changed = { ...line, tickets: [{ attendee: { display_name: "Canary Two" } }, {}] };
    const { id } = (await service.store.accounts.find(acme)) ?? assert.fail();
    await importLines(service.store, id, [line]);
    const updated = await runCommandHere(
      databaseUrl,
      ["import", "acme/production", "-", "--overwrite", "--update"],
      { input: `${JSON.stringify(changed)}\n` },
    );
    assert.equal(updated.status, 0, updated.err);
    const come = await house.book("canary-1", { ...inTheOldSlot, attendees: ["Canary Three"] });
    await house.change(come, { kind: "check-in", ticket: null });
    await house.book("canary-1", { ...inTheOldSlot, tickets: 2, attendees: ["Canary Four"] });
    const gone = await house.book("canary-1", inTheOldSlot);
    const order = { kind: "cancel", ticket: null, reason: "Canary is ill" } as const;
    assert.equal(await house.change(gone, order), "CANCELLED");
    for (const each of [come, gone]) {
      await service.call({
        method: "POST",
        path: cancelPath,
        token,
        body: { booking: each.booking.id },
        headers: { "x-cancel-reason": "Canary", "idempotency-key": each.booking.id },
      });
    }
    await until(() => query(databaseUrl, "select id from request_record").length === 2);
    const indexes = engine === "sqlite" ? ["attendee_word"] : [];
    const holders = [...indexes, "booking_event", "contact", "ticket"];
    assert.deepEqual(tablesWith(databaseUrl, "anary"), holders);

    const before = contentsOf(databaseUrl);
    const dry = await runCommandHere(databaseUrl, [...command, "--dry-run", "--json"]);
    assert.deepEqual([dry.json.contacts, dry.json.bookings, dry.json.dry_run], [1, 4, true]);
    assert.deepEqual(contentsOf(databaseUrl), before);
    const done = await runCommandHere(databaseUrl, command);
    assert.match(done.out, /^Erased 1 contact with 4 bookings, all in slots before 20/);
    assert.deepEqual(tablesWith(databaseUrl, "anary"), []);

    const audited = query(databaseUrl, "select * from audit_event where action like 'contacts%'");
    assert.deepEqual(
      audited.map(({ actor, subject }) => [String(actor).replace(/:.*/, ""), subject]),
      [["command line", "contacts"]],
    );
    const { changes } = await feedOf(databaseUrl);
    assert.equal(changes.filter(({ change }) => change === "contact-erased").length, 4);
    assert.ok(!JSON.stringify(changes).includes("anary"));
    const exported = await runCommandHere(databaseUrl, ["export", "acme/production"]);
    assert.ok(!exported.out.includes("anary"));
    // No file brings the names back.
    const again = await runCommandHere(
      databaseUrl,
      ["import", "acme/production", "-", "--overwrite", "--update", "--json"],
      { input: `${JSON.stringify(changed)}\n` },
    );
    assert.equal(again.json.kept.booking, 1, again.out);
    assert.deepEqual(tablesWith(databaseUrl, "Canary"), []);
    await house.assertLawful();
  });

  test("keeps a contact with a booking in a later slot, cancelled or not, and other accounts'", async () => {
    const lines = [
      booking("comes again", old),
      booking("comes again"),
      booking("had a later one", old),
      booking("had a later one", { booking_status: "CANCELLED" }),
      booking("long gone", old),
    ];
    const other = otherWith([booking("of another account", old)]);
    await using service = await startTestService([acmeWith(lines), other]);
    const [{ id: later } = {}] = query(
      service.databaseUrl,
      "select id from contact where external_id = 'comes again'",
    );
    assert.equal((await runCommandHere(service.databaseUrl, command)).status, 0);
    const left = query(service.databaseUrl, "select id, external_id from contact").filter(
      ({ external_id: external }) => !String(external).startsWith("erased-"),
    );
    assert.deepEqual(left.map(({ external_id: external }) => String(external)).toSorted(), [
      "comes again",
      "had a later one",
      "of another account",
    ]);
    // Named by hand, it is looked at again under its lock.
    const { id } = (await service.store.accounts.find(acme)) ?? assert.fail();
    const orderOf = { ids: [String(later)], before: endOfRetention(1, Date.now()) };
    const erased = await service.store.account(id).expireContacts(audit(), orderOf);
    assert.deepEqual(erased, { contacts: 0, bookings: 0 });
  });

  test("lets a booking win or come after: nobody books under an erased id", async () => {
    await using house = await openBookingHouse(slots);
    for (let round = 0; round < 20; round += 1) {
      const who = `returning ${round}`;
      await house.book(who, { ...inTheOldSlot, ticketTypeId: "open" });
      const parts = {
        door: house.door,
        audit: audit(),
        dryRun: false,
        pause: async () => {},
        stopping: { aborted: false },
      };
      const [booked] = await Promise.all([
        house.book(who, { overbook: true }),
        expireContacts(parts, endOfRetention(1, Date.now())),
      ]);
      assert.equal((await house.look(booked)).line.external_id, who);
    }
    await house.assertLawful();
  });

  test("is off unless the days are named, and the service keeps to them by itself", async () => {
    const account = () => acmeWith([booking("long gone", old)]);
    {
      await using service = await startTestService([account()]);
      const off = await runCommandHere(service.databaseUrl, command.slice(0, 2));
      assert.equal(off.status, 2);
      assert.match(off.err, /CONTACT_RETENTION_DAYS is off: name the days with --days\./);
    }
    await using service = await startTestService([account()]);
    markSteadyClock(service.databaseUrl);
    await using _ = await startServerProcess(service.databaseUrl, {
      CONTACT_RETENTION_DAYS: "365",
    });
    const [event] = await until(() => {
      const found = query(service.databaseUrl, erasure);
      return found.length > 0 && found;
    });
    assert.equal(event?.["actor"], "service");
  });

  test("B551 waits where the clock is years ahead of its own marks, and says so", async () => {
    await using service = await startTestService([acmeWith([booking("long gone", old)])]);
    const { databaseUrl } = service;
    // What a start with the clock three years ahead finds.
    const marked = Date.now() - 3 * 365 * 86_400_000;
    markSteadyClock(databaseUrl, marked);
    await using server = await startServerProcess(databaseUrl, { CONTACT_RETENTION_DAYS: "365" });
    const line = await until(() => server.lines.find((one) => one.includes("the clock jumped")));
    const { level, from, to } = JSON.parse(line);
    // Of an error.
    assert.equal(level, "error");
    assert.equal(from, formatInstant(marked));
    assert.ok(Math.abs(Date.parse(to) - Date.now()) < 600_000, to);
    const { text } = await call(server.operator, { path: "/metrics", host: "localhost" });
    assert.match(text, /^booking_clock_jumps_total [1-9]/m);
    const refused = await runCommandHere(databaseUrl, command);
    assert.equal(refused.status, 1);
    assert.match(refused.err, /The clock jumped from .* to .*, or no service ran in between\./);
    assert.deepEqual(query(databaseUrl, erasure), []);
    // The mark of the jump is kept: a second start waits too.
    const marks = query(databaseUrl, "select number from clock_mark");
    assert.equal(marks.length, 31);
    const dry = await runCommandHere(databaseUrl, [...command, "--dry-run", "--json"]);
    assert.equal(dry.json.contacts, 1);
    const trusted = await runCommandHere(databaseUrl, [...command, "--trust-clock"]);
    assert.equal(trusted.status, 0, trusted.err);
    assert.equal(query(databaseUrl, erasure).length, 1);
  });
});

async function feedOf(databaseUrl: string) {
  const read = await runCommandHere(databaseUrl, ["changes", "acme/production", "--from-start"]);
  assert.equal(read.status, 0, read.err);
  const changes = read.out
    .trim()
    .split("\n")
    .map((each) => JSON.parse(each) as { readonly change: string });
  return { changes };
}
