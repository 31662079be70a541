import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startImporting } from "./importing.ts";
import { activity, booking, catalogue } from "./lines.ts";

const cancelled = { cancelled_at: "2030-04-02T00:00:00Z" };

describe("an import warns of", () => {
  test("a CONFIRMED booking without a live ticket, which verify names (A38)", async () => {
    await using importing = await startImporting();
    const answer = await importing.import([
      ...catalogue.filter((line) => JSON.stringify(line) !== JSON.stringify(workshop)),
      activity({ id: "workshop", title: { fr: "Atelier" } }),
      booking("a", { tickets: [cancelled] }),
      booking("b", { tickets: [cancelled, {}] }),
      booking("c", { booking_status: "CANCELLED" }),
    ]);
    assert.ok("warnings" in answer);
    assert.deepEqual(
      answer.warnings?.map((each) => [each.line, each.kind, "field" in each && each.field]),
      [[14, "booking", "tickets"]],
    );
  });

  test("an activity whose title has no text in any language", async () => {
    await using importing = await startImporting();
    const answer = await importing.import([
      ...catalogue,
      activity({ id: "tour", title: { fr: "" } }),
    ]);
    assert.ok("warnings" in answer);
    assert.deepEqual(
      answer.warnings?.map((each) => [each.kind, "key" in each && each.key]),
      [
        ["activity", "pk_summer/workshop"],
        ["activity", "pk_summer/tour"],
      ],
    );
  });

  test("nothing where all is well", async () => {
    await using importing = await startImporting();
    await importing.import(catalogue);
    assert.equal("warnings" in (await importing.import([booking("a")])), false);
  });
});

const workshop = activity({ id: "workshop", title: {}, location_hint: { fr: "Halle 2" } });
