import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exportDataFile } from "../../src/usecases/operator/export-data-file.ts";
import {
  imported,
  startImporting,
  withoutMadeIds,
  nothingKept,
  type Importing,
} from "./importing.ts";
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
      updated_fields: {
        group: { display_name: 1 },
        interaction: {
          timezone: 1,
          default_language: 1,
          languages: 1,
          cancellation_cutoff_minutes: 1,
          waitlist_promotion: 1,
        },
        activity: { title: 1, location_hint: 1, slot_duration_in_minutes: 1 },
        host: { display_name: 1, slot_duration_in_minutes: 1 },
        ticket_type: { display_name: 1 },
        slot: { capacity: 1 },
      },
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
        title: "{}",
        tickets_per_contact: null,
        booking_cutoff_minutes: null,
        contact_limit_counts: "upcoming",
        waitlist_offer_minutes: null,
        reminder_minutes: null,
        number: 1,
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
    // And back to what it was, where null clears.
    assert.deepEqual((await imported(importing, file.map(clearing))).updated, {
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

describe("an optional field of a catalogue line", () => {
  const full = [
    interaction({ cancellation_cutoff_minutes: 60, waitlist_promotion: "automatic" }),
    activity({ location_hint: { fr: "Halle" }, slot_duration_in_minutes: 45 }),
    host({ slot_duration_in_minutes: 10 }),
  ];
  const sparse = [
    interaction({ timezone: "Europe/Lisbon" }),
    activity({ title: { fr: "Goûter" } }),
    host({ display_name: "Anna" }),
  ];

  const optionalFields = (importing: Importing) =>
    importing.query(
      `select cancellation_cutoff_minutes, waitlist_promotion, location_hint,
              activity.slot_duration_in_minutes as activity, host.slot_duration_in_minutes as host
       from interaction
       join activity on activity.id = 'tasting'
       join host on host.id = 'ann'`,
    );

  test("stays as it is where the line leaves it out", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    await imported(importing, full);
    const before = optionalFields(importing);
    const { updated, updated_fields } = await imported(importing, sparse);
    assert.deepEqual(updated, { interaction: 1, activity: 1, host: 1 });
    assert.deepEqual(updated_fields, {
      interaction: { timezone: 1 },
      activity: { title: 1 },
      host: { display_name: 1 },
    });
    assert.deepEqual(optionalFields(importing), before);
    assert.deepEqual((await imported(importing, sparse)).unchanged, updated);
  });

  test("is cleared by null", async () => {
    await using importing = await startImporting();
    await imported(importing, file);
    await imported(importing, full);
    const { updated_fields } = await imported(importing, full.map(clearing));
    assert.deepEqual(updated_fields, {
      interaction: { cancellation_cutoff_minutes: 1, waitlist_promotion: 1 },
      activity: { location_hint: 1, slot_duration_in_minutes: 1 },
      host: { slot_duration_in_minutes: 1 },
    });
    assert.deepEqual(optionalFields(importing), [
      {
        cancellation_cutoff_minutes: null,
        waitlist_promotion: "manual",
        location_hint: "{}",
        activity: null,
        host: null,
      },
    ]);
  });

  test("is written by an export where it is empty, so that its import clears it", async () => {
    await using importing = await startImporting();
    const [here, there] = importing.accountIds;
    await imported(importing, file);
    await imported(importing, file.filter(isCatalogue), { into: there });
    await imported(importing, full, { into: there });
    const exported = [];
    for await (const line of exportDataFile(importing.store.account(here))) exported.push(line);
    await imported(importing, exported.filter(isCatalogue).map(withoutId), { into: there });
    const again = [];
    for await (const line of exportDataFile(importing.store.account(there))) again.push(line);
    assert.deepEqual(
      again.filter(isCatalogue).map(withoutId),
      exported.filter(isCatalogue).map(withoutId),
    );
  });
});

function isCatalogue(line: object): boolean {
  return (line as { kind: string }).kind !== "booking";
}

function withoutId(line: object): object {
  return (line as { kind: string }).kind === "interaction" ? { ...line, id: null } : line;
}

/** The line with null for all that it leaves out. */
function clearing(line: object): object {
  const optional: Readonly<Record<string, readonly string[]>> = {
    interaction: ["cancellation_cutoff_minutes", "waitlist_promotion"],
    activity: ["location_hint", "slot_duration_in_minutes"],
    host: ["slot_duration_in_minutes"],
  };
  const fields = optional[(line as { kind: string }).kind] ?? [];
  const given = line as Record<string, unknown>;
  // What a line of the file says stays; of any other, all is cleared.
  const nulls = Object.fromEntries(fields.map((field) => [field, null]));
  return file.includes(line) ? { ...nulls, ...given } : { ...given, ...nulls };
}

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
