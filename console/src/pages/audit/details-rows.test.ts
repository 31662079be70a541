import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { detailsRows } from "./details-rows.ts";

describe("what an event of the audit log tells", () => {
  test("of a change are the fields that differ, each language by itself", () => {
    const before = { kind: "activity", id: "a", title: { fr: "Un", en: "One" }, minutes: 45 };
    const after = { kind: "activity", id: "a", title: { fr: "Un", en: "Once", de: "Eins" } };
    assert.deepEqual(detailsRows({ before, after }).changed, [
      { field: "title.en", before: "One", after: "Once" },
      { field: "minutes", before: "45", after: null },
      { field: "title.de", before: null, after: "Eins" },
    ]);
  });

  test("of a new thing is all of it, and of a removed one too", () => {
    const thing = { id: "a", languages: ["fr", "en"] };
    assert.deepEqual(detailsRows({ before: null, after: thing }).changed, [
      { field: "id", before: null, after: "a" },
      { field: "languages", before: null, after: "fr, en" },
    ]);
    assert.equal(detailsRows({ before: thing, after: null }).changed[0]?.after, null);
  });

  test("of a slot is its capacity before and after, and the rest as facts", () => {
    const told = detailsRows({ capacity: [8, 12], overbooked_by: [0, 0], taken: 7 });
    assert.deepEqual(told.changed, [{ field: "capacity", before: "8", after: "12" }]);
    assert.deepEqual(told.facts, [{ field: "taken", value: "7" }]);
  });

  test("may be plain facts, or nothing", () => {
    const facts = { api_hosts: ["a.example", "b.example"], created: { slot: 3 } };
    assert.deepEqual(detailsRows(facts), {
      changed: [],
      facts: [
        { field: "api_hosts", value: "a.example, b.example" },
        { field: "created.slot", value: "3" },
      ],
    });
    assert.deepEqual(detailsRows({ accounts: ["a/uat", "b/uat"] }).changed, []);
    const rotated = detailsRows({ old_secrets_end_at: Date.UTC(2030, 4, 1) });
    assert.equal(rotated.facts[0]?.value, "2030-05-01T00:00:00.000Z");
    assert.deepEqual(detailsRows(null), { changed: [], facts: [] });
  });
});
