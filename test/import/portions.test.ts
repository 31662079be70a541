import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { BookingId } from "../../src/domain/booking.ts";
import { parseChangeCursor, type ChangesStart } from "../../src/domain/change-feed.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { generatedFile } from "./generated.ts";
import { imported, now, refused, startImporting, uuidOf, type Importing } from "./importing.ts";
import { activity, booking, group, interaction, nine, slot, ticketType } from "./lines.ts";
import { catalogue, lines, many, perSlot, slots, startOf, statusOf } from "./many-lines.ts";

const audits = "select action from audit_event where subject = 'data file' order by at, action";

function cancel({ store, accountIds }: Importing, name: string) {
  const order = { clientId: "test", requestId: "test", idempotencyKey: null };
  return cancelBooking(
    store.account(accountIds[0]),
    { ...order, bookingId: uuidOf(name) as BookingId },
    now,
  );
}

/** Imports a file until all of its portions are committed, and no further. */
async function breakOffAtTheEnd(importing: Importing, file: readonly object[]): Promise<void> {
  let written = 0;
  const audit = {
    now,
    // The import reads it for each transaction.
    get actor() {
      if (written === 1) throw new Error("broken off");
      return "test";
    },
  };
  const breakingOff = importing.import(file, {
    audit,
    update: true,
    onProgress: (progress) => {
      if (progress.step === "writing") written = progress.done / progress.total;
    },
  });
  await assert.rejects(breakingOff, { message: "broken off" });
}

const at = (start: string) => ({ slot_starting_at: start });

describe("B214 a large file is written in portions", () => {
  test("after it was checked whole: one bad line, and nothing is written", async () => {
    await using importing = await startImporting();
    const bad = booking("bad", { slot_starting_at: "2031-01-01T00:00:00Z" });
    await refused(importing, [...catalogue, ...slots, ...lines(), bad]);
    await refused(importing, [...catalogue, ...slots, ...lines(), booking("one too many")]);
  });

  test("and killed in the middle, it is completed by the same file", async () => {
    await using importing = await startImporting();
    const program = fileURLToPath(import.meta.resolve("./import-generated.ts"));
    const words = [program, importing.databaseUrl, "12000", "committed"];
    const [, signal] = (await once(
      spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] }),
      "close",
    )) as [number | null, string | null];
    assert.equal(signal, "SIGKILL");
    const account = importing.store.account(importing.accountIds[0]);
    assert.deepEqual((await account.checkInvariants(now)).violations, []);
    const [written] = importing.query("select count(*) as total from booking");
    assert.ok(Number(written?.["total"]) > 0 && Number(written?.["total"]) < 12_000);
    const { completes, ...rest } = await imported(importing, generatedFile(12_000));
    assert.equal(completes?.begun_at, new Date(now).toISOString().replace(".000", ""));
    const created = { group: 1, interaction: 1, activity: 1, ticket_type: 1, slot: 200 };
    assert.deepEqual(rest, {
      read: 12_204,
      created: { ...created, booking: 12_000 },
      updated: {},
      unchanged: {},
      kept: {},
      kept_bookings: [],
    });
    const again = await imported(importing, generatedFile(12_000));
    assert.deepEqual(again.unchanged, { ...created, booking: 12_000 });
    assert.deepEqual(
      importing.query(audits).map(({ action }) => action),
      ["data import begun", "data imported", "data imported"],
    );
  });

  test("in one transaction where little of it is new", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...slots, ...lines()]);
    const { updated, unchanged } = await imported(
      importing,
      lines((index) => (index === 7 ? { booked_at: "2030-04-10T10:00:00Z" } : {})),
      { update: true },
    );
    assert.deepEqual([updated, unchanged], [{ booking: 1 }, { booking: many - 1 }]);
    assert.deepEqual(
      importing.query(audits).map(({ action }) => action),
      ["data import begun", "data import begun", "data imported", "data imported"],
    );
  });

  test("and broken off before its end, it is in the audit log, however little it wrote", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...slots, ...lines()]);
    const later = lines((index) => (index === 7 ? { booked_at: "2030-04-10T10:00:00Z" } : {}));
    await breakOffAtTheEnd(importing, later);
    assert.deepEqual(
      importing.query("select count(*) as total from booking_event where kind = 'updated'"),
      [{ total: 1 }],
    );
    assert.deepEqual(
      importing.query(audits).map(({ action }) => action),
      ["data import begun", "data import begun", "data imported"],
    );
    const { completes, updated } = await imported(importing, later, { update: true });
    assert.ok(completes);
    assert.deepEqual(updated, { booking: 1 });
  });

  test("and broken off before its end, the same file promotes where it had added seats", async () => {
    await using importing = await startImporting();
    const automatic = interaction({ waitlist_promotion: "automatic" });
    const waiting = booking("waits", { slot_starting_at: nine, booking_status: "WAITLIST" });
    const full = [slot({ starting_at: nine, capacity: 1 }), booking("first", at(nine)), waiting];
    await imported(importing, [group(), automatic, activity(), ticketType(), ...full]);
    // The slot has more lines than a portion, so the portion that adds the seats promotes nobody.
    const more = Array.from({ length: 1_100 }, (_, index) => booking(`more-${index}`, at(nine)));
    const larger = [slot({ starting_at: nine, capacity: more.length + 2 }), ...more];
    await breakOffAtTheEnd(importing, larger);
    assert.equal(statusOf(importing, "waits"), "WAITLIST");
    const { completes, updated } = await imported(importing, larger, { update: true });
    assert.ok(completes);
    assert.deepEqual(updated, { slot: 1 });
    assert.equal(statusOf(importing, "waits"), "CONFIRMED");
    const account = importing.store.account(importing.accountIds[0]);
    assert.deepEqual((await account.checkInvariants(now)).violations, []);
  });

  test("and promotes nobody of a campaign that an operator makes manual meanwhile", async () => {
    await using importing = await startImporting();
    const later = "2032-05-01T08:00:00Z";
    const waiting = booking("waits", { ...at(later), booking_status: "WAITLIST" });
    await imported(importing, [...catalogue, slot({ starting_at: later }), waiting]);
    const automatic = interaction({ waitlist_promotion: "automatic" });
    const manual = interaction({ waitlist_promotion: "manual" });
    let changing: Promise<unknown> | null = null;
    await imported(importing, [automatic, ...slots, ...lines()], {
      update: true,
      onProgress: ({ step }) => {
        if (step === "writing") changing ??= importing.import([manual], { update: true });
      },
    });
    await (changing as Promise<unknown> | null);
    assert.deepEqual(importing.query("select waitlist_promotion as mode from interaction"), [
      { mode: "manual" },
    ]);
    assert.equal(statusOf(importing, "waits"), "WAITLIST");
  });

  test("and a cancel between two portions stands", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...slots, ...lines()]);
    const last = `many-${many - 1}`;
    let cancelled: ReturnType<typeof cancel> | null = null;
    const renamed = lines(() => ({ tickets: [{ attendee: { display_name: "Ada" } }] }));
    const result = await imported(importing, renamed, {
      update: true,
      onProgress: ({ step }) => {
        if (step === "writing") cancelled ??= cancel(importing, last);
      },
    });
    assert.deepEqual(await (cancelled as Promise<unknown> | null), { changed: true });
    assert.equal(statusOf(importing, last), "CANCELLED");
    assert.deepEqual([result.updated, result.kept], [{ booking: many - 1 }, { booking: 1 }]);
    assert.deepEqual(
      result.kept_bookings.map((kept) => kept.booking),
      [uuidOf(last)],
    );
  });

  test("and a booking whose seat was taken meanwhile is left out, and named", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...slots]);
    const last = startOf(many - 1);
    let taken: Promise<unknown> | null = null;
    const result = await imported(importing, lines(), {
      onProgress: ({ step }) => {
        if (step === "writing")
          taken ??= importing.import([booking("meanwhile", { slot_starting_at: last })]);
      },
    });
    await (taken as Promise<unknown> | null);
    assert.equal(result.created.booking, many - 1);
    assert.equal(result.left_out, 1);
    assert.deepEqual(
      result.left_out_lines?.map(({ line, kind, key }) => [line, kind, key]),
      [[many, "booking", uuidOf(`many-${many - 1}`)]],
    );
    assert.equal(statusOf(importing, `many-${many - 1}`), undefined);
  });

  test("and a reader of the feed sees each of its changes once, while it runs and afterwards", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    const seen: string[] = [];
    let start: ChangesStart = "start";
    const read = async () => {
      const found = await account.readChanges({ start, limit: 500, since: 0 });
      if (isRefused(found)) assert.fail(JSON.stringify(found));
      start = parseChangeCursor(found.cursor) ?? assert.fail();
      seen.push(...found.changes.map(({ line }) => (line.kind === "booking" ? line.booking : "")));
      return found.changes.length;
    };
    const done = new AbortController();
    let seenMeanwhile = 0;
    const reading = (async () => {
      while (!done.signal.aborted) {
        // A writer that waits gets its turn, so what was written so far is committed.
        await cancel(importing, "unknown");
        seenMeanwhile += await read();
        await new Promise((resume) => setTimeout(resume, 5));
      }
    })();
    await imported(importing, [...catalogue, ...slots, ...lines()]);
    done.abort();
    await reading;
    assert.ok(seenMeanwhile > 0);
    while ((await read()) > 0);
    assert.equal(seen.length, many);
    assert.equal(new Set(seen).size, many);
  });

  test("in one transaction where it switches a ticket type, whose bookings it then counts anew", async () => {
    await using importing = await startImporting();
    const unlimited = ticketType({ has_limited_capacity: false });
    await imported(importing, [
      group(),
      interaction(),
      activity(),
      unlimited,
      ...slots,
      ...lines(),
    ]);
    const extra = booking("extra", { slot_starting_at: startOf(0) });
    await imported(importing, [extra]);
    const later = lines((index) =>
      index % 2 === 0 ? { tickets: [{ attendee: { display_name: "Ada" } }] } : {},
    );
    const [first] = await refused(importing, [ticketType(), ...later], { update: true });
    assert.deepEqual([first?.line, first?.kind, first?.field], [1, "slot", "capacity"]);
    const gone = { booking_status: "CANCELLED", booked_at: "2030-04-10T10:00:00Z" };
    const { updated, left_out } = await imported(
      importing,
      [ticketType(), ...later, { ...extra, ...gone }],
      { update: true },
    );
    assert.deepEqual([updated, left_out], [{ ticket_type: 1, booking: many / 2 + 1 }, undefined]);
    assert.deepEqual(importing.query("select distinct taken, overbooked_by from slot"), [
      { taken: perSlot, overbooked_by: 0 },
    ]);
  });

  test("of which bookings of full slots change places", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, ...slots, ...lines()]);
    const moved = lines((index) => ({
      slot_starting_at: startOf(index + (index % 2 === 0 ? 1 : -1)),
      booked_at: "2030-04-10T10:00:00Z",
    }));
    const { updated, left_out } = await imported(importing, moved, { update: true });
    assert.deepEqual([updated, left_out], [{ booking: many }, undefined]);
  });
});
