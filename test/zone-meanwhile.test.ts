import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { slotAdditions } from "../src/operations/slots/add-slots-by-pattern.ts";
import { importSlots } from "../src/operations/slots/import-slots.ts";
import { slotLengths } from "../src/operations/slots/slot-lengths.ts";
import type { Operation } from "../src/operations/machinery/operation.ts";
import type { AccountStore } from "../src/store/account-store.ts";
import { importRules } from "../src/domain/import/import-rules.ts";
import { importSpreadsheet } from "../src/usecases/operator/import-spreadsheet.ts";
import { imported, now, startImporting, type Importing } from "./import/importing.ts";
import { booking, catalogue, interaction, slot } from "./import/lines.ts";

const audit = { actor: "test", now };
const summer = { interaction: "pk_summer", activity: "tasting" };

/** The account's door, at which the campaign's zone changes after it was first read: New York's clocks are six hours behind. */
function whereZoneChanges(importing: Importing): AccountStore {
  const door = importing.store.account(importing.accountIds[0]);
  let isChanged = false;
  return {
    ...door,
    findCampaigns: async () => {
      const before = await door.findCampaigns();
      if (!isChanged) await imported(importing, [interaction({ timezone: "America/New_York" })]);
      isChanged = true;
      return before;
    },
  };
}

async function run(
  operations: readonly Operation[],
  name: string,
  importing: Importing,
  order: object,
): Promise<any> {
  const operation = operations.find((each) => each.name === name) ?? assert.fail();
  const door = whereZoneChanges(importing);
  const parts = { store: { account: () => door }, slotFiles: { begin: () => () => {} } };
  const asked = { audit, operator: { name: "test", interactions: null }, query: {}, ...order };
  const answer = await operation.run(parts as never, asked as never, { id: 1 } as never);
  assert.ok("body" in answer, JSON.stringify(answer));
  return answer.body;
}

describe("a campaign's zone that changes after it was read", () => {
  test("is the one by whose clocks a pattern adds slots", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const body = { ...summer, from: "2031-06-02", to: "2031-06-02", at: ["09:00"], capacity: 4 };
    const added = await run(slotAdditions, "addSlotsByPattern", importing, { body });
    assert.deepEqual(
      [added.created, added.timezone],
      [["2031-06-02T13:00:00Z"], "America/New_York"],
    );
  });

  test("is the one in whose calendar the day begins from which slots last otherwise", async () => {
    await using importing = await startImporting();
    // Midnight of Paris, and midnight of New York.
    const starts = ["2031-06-01T22:00:00Z", "2031-06-02T04:00:00Z"];
    await imported(importing, [
      ...catalogue,
      ...starts.map((starting_at) => slot({ starting_at, slot_duration_in_minutes: 45 })),
    ]);
    const body = { ...summer, slot_duration_in_minutes: 20, also_slots_from: "2031-06-02" };
    const changed = await run(slotLengths, "changeSlotLengths", importing, { body });
    assert.deepEqual(
      changed.slots.map((each: { starting_at: string }) => each.starting_at),
      [starts[1]],
    );
  });

  test("makes times of a spreadsheet bad that were read by the clocks of the one before", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, slot({ starting_at: "2031-06-02T07:00:00Z" })]);
    const before = importing.query("select count(*) n from slot");
    const csv = "activity,starting_at,capacity\ntasting,2031-06-03 09:00,5\n";
    const query = { interaction: "pk_summer" };
    const answer = await run([importSlots], "importSlots", importing, { query, body: csv });
    const [bad] = answer.errors;
    assert.deepEqual([bad.line, bad.field, answer.error_count], [2, "starting_at", 1]);
    assert.match(bad.expected, /the zone that the campaign has by now: import the file again/);
    assert.deepEqual(importing.query("select count(*) n from slot"), before);
  });

  for (const rows of [1, 1_100]) {
    test(`refuses ${rows} bookings of a spreadsheet whole, with slots that they lack or without`, async () => {
      for (const adds of [false, true]) {
        await using importing = await startImporting();
        await imported(importing, [
          ...catalogue,
          slot({ starting_at: "2031-06-02T07:00:00Z", capacity: 2_000 }),
        ]);
        const {
          kind: _,
          tickets: __,
          booking: ___,
          ...fields
        } = booking("a", {
          slot_starting_at: "2031-06-02 09:00",
        }) as Record<string, unknown>;
        const lines = Array.from({ length: rows }, (_each, index) =>
          [`R-${index}`, ...Object.values(fields)].join(","),
        );
        const csv = [["reference", ...Object.keys(fields)].join(","), ...lines].join("\n");
        const before = importing.query("select count(*) n from slot");
        const door = whereZoneChanges(importing);
        const open = async function* () {
          yield Buffer.from(csv);
        };
        const asked = { format: "csv", account: "acme/production" } as const;
        const rules = importRules({ ...asked, ...(adds && missingSlots) });
        const answer = await importSpreadsheet(door, { open }, rules, { audit });
        assert.ok("errors" in answer, JSON.stringify(answer));
        assert.equal(answer.errorCount, rows);
        assert.equal(answer.errors[0]?.field, "slot_starting_at");
        assert.match(answer.errors[0]?.expected ?? "", /by now: import the file again/);
        assert.deepEqual(importing.query("select count(*) n from slot"), before);
        // Read anew, the file is what it says.
        const adding = importRules({ ...asked, ...missingSlots });
        const again = await importSpreadsheet(door, { open }, adding, { audit });
        assert.ok(!("errors" in again), JSON.stringify(again));
        assert.deepEqual(importing.query("select count(*) n from booking"), [{ n: rows }]);
      }
    });
  }
});

const missingSlots = { missingSlots: { capacity: null } };
