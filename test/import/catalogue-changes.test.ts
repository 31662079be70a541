import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { imported, startImporting, withoutMadeIds, nothingKept } from "./importing.ts";
import { activity, file, group, host, interaction, slot, ticketType } from "./lines.ts";

describe("a catalogue line with a known key", () => {
  const changed = [
    group({ display_name: "Acme" }),
    interaction({
      timezone: "Europe/Lisbon",
      default_language: "en",
      languages: ["en"],
      cancellation_cutoff_minutes: 60,
      waitlist_promotion: "automatic",
    }),
    activity({ title: {}, location_hint: { en: "Hall" }, slot_duration_in_minutes: 45 }),
    host({ display_name: "Anna", slot_duration_in_minutes: 10 }),
    ticketType({ display_name: "Normal" }),
    // Fewer, since added seats would go to the one who waits: the campaign promotes by itself (B64).
    slot({ capacity: 1 }),
  ];

  test("and new content updates it", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    const id = importing.query("select id from interaction")[0]?.["id"];
    assert.deepEqual(await imported(importing, changed), {
      read: 6,
      created: {},
      updated: { group: 1, interaction: 1, activity: 1, host: 1, ticket_type: 1, slot: 1 },
      unchanged: {},
      ...nothingKept,
    });
    assert.deepEqual(importing.query("select * from interaction"), [
      {
        account_id: 1,
        id,
        public_key: "pk_summer",
        group_unique_key: "acme-fr",
        timezone: "Europe/Lisbon",
        default_language: "en",
        languages: '["en"]',
        cancellation_cutoff_minutes: 60,
        waitlist_promotion: "automatic",
      },
    ]);
    assert.deepEqual(
      importing.query(
        "select capacity, taken from slot where activity_id = 'tasting' order by starting_at",
      ),
      [
        { capacity: 1, taken: 1 },
        { capacity: 2, taken: 1 },
      ],
    );
    // And back to what it was, where leaving out means nothing.
    assert.deepEqual((await imported(importing, file)).updated, {
      group: 1,
      interaction: 1,
      activity: 1,
      host: 1,
      ticket_type: 1,
      slot: 1,
    });
    await using fresh = await startImporting();
    await imported(fresh, file);
    assert.deepEqual(withoutMadeIds(importing), withoutMadeIds(fresh));
  });

  test("is updated for any single difference", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    for (const line of changed) {
      const known = file.find((candidate) => keyOf(candidate) === keyOf(line)) as Record<
        string,
        unknown
      >;
      for (const [field, value] of Object.entries(line)) {
        if (JSON.stringify(known[field]) === JSON.stringify(value)) continue;
        // The default language alone would not be among the languages.
        if (field === "languages") continue;
        const { updated } = await imported(importing, [{ ...known, [field]: value }], {
          dryRun: true,
        });
        assert.deepEqual(updated, { [line.kind]: 1 }, field);
      }
    }
  });
});

function keyOf(line: object): string {
  const {
    kind,
    unique_key,
    public_key,
    activity: of,
    id,
    host: by,
    starting_at,
  } = line as Record<string, unknown>;
  return JSON.stringify([kind, unique_key, public_key, of, id, by, starting_at]);
}
