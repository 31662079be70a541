import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../../src/domain/instant.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, now, startImporting, toText } from "./importing.ts";
import { booking, catalogue, interaction, slot } from "./lines.ts";

const { fileWith } = filesOfSuite();
const waiting = (name: string, fields: object = {}) =>
  booking(name, { booking_status: "WAITLIST", booked_at: "2025-04-01T10:11:12Z", ...fields });
const automatic = interaction({ waitlist_promotion: "automatic" });

describe("imported bookings that wait beside free seats", () => {
  test("are counted where the campaign promotes automatically, with how to promote them", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue.with(1, automatic));
    const file = fileWith(
      toText([waiting("a"), waiting("b"), waiting("f", { ticket_type: "free" })]),
    );
    const dryRun = await runImport(importing, ["acme/production", file, "--json", "--dry-run"]);
    assert.equal(JSON.parse(dryRun.out).waiting_beside_seats, 2);
    assert.match(
      dryRun.err,
      /^2 bookings of the file wait beside free seats: an import promotes none/m,
    );
    const { out, err } = await runImport(importing, ["acme/production", file, "--json"]);
    assert.equal(JSON.parse(out).waiting_beside_seats, 2);
    assert.match(
      err,
      /^2 bookings of the file wait beside free seats: booking waitlist promote acme\/production gives them seats, in their order\.$/m,
    );
    const again = await runImport(importing, ["acme/production", file, "--json"]);
    assert.equal("waiting_beside_seats" in JSON.parse(again.out), false);
  });

  test("are counted in a file that is written in portions", async () => {
    await using importing = await startImporting();
    const others = Array.from({ length: 1_001 }, (_, index) => waiting(`w ${index}`));
    const file = fileWith(toText([...catalogue.with(1, automatic), ...others]));
    const { out } = await runImport(importing, ["acme/production", file, "--json"]);
    assert.equal(JSON.parse(out).waiting_beside_seats, 1_001);
  });

  test("are not counted in a manual campaign, in a full slot, or where an added seat promotes", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const run = async (...lines: object[]) => {
      const file = fileWith(toText(lines));
      const { out, status } = await runImport(importing, ["acme/production", file, "--json"]);
      assert.equal(status, 0, out);
      return JSON.parse(out).waiting_beside_seats;
    };
    assert.equal(await run(waiting("a")), undefined);
    await imported(importing, [automatic, slot({ capacity: 0 })]);
    assert.equal(await run(waiting("b")), undefined);
    assert.equal(await run(waiting("c"), slot({ capacity: 1 })), undefined);
    await imported(importing, [
      interaction({ waitlist_promotion: "manual" }),
      slot({ capacity: 9 }),
    ]);
    assert.equal(await run(waiting("d"), automatic), undefined);
    assert.equal(
      importing.query("select id from booking where booking_status = 'WAITLIST'").length,
      0,
    );
  });

  test("are not counted in slots that have begun, where nobody is promoted any more", async () => {
    const at = (second: number) => formatInstant(now + second * 1_000);
    const before = [
      ...catalogue.with(1, automatic),
      ...[-1, 0, 1].map((second) => slot({ starting_at: at(second) })),
    ];
    const waitingAt = (second: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        waiting(`${second} ${index}`, { slot_starting_at: at(second) }),
      );
    for (const count of [1, 400]) {
      await using importing = await startImporting();
      await imported(importing, before);
      const file = [-1, 0, 1].flatMap((second) => waitingAt(second, count));
      const clock = { monotonicMs: () => 0 };
      const planned = await importing.import(file, { ...clock, dryRun: true });
      assert.equal("waiting_beside_seats" in planned && planned.waiting_beside_seats, count);
      const result = await imported(importing, file, clock);
      assert.equal(result.waiting_beside_seats, count);
    }
  });
});
