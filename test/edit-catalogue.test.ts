import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused } from "../src/domain/refusal.ts";
import { etagOf } from "../src/operations/catalogue/catalogue-records.ts";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import {
  auditContext,
  auditedEdits,
  edit,
  editCatalogue,
  host,
  type EditRequest,
} from "./harness/catalogue-edits.ts";
import { query } from "./harness/query.ts";
import { group } from "./harness/seed.ts";
import { acme, type TestService } from "./harness/service.ts";
import { summerCampaign } from "./harness/summer-campaign.ts";

describe("editing the catalogue", () => {
  test("changes one thing whole, and writes who, by which request, before and after", async () => {
    await using house = await openBookingHouse([]);
    const after = { ...host, display_name: "Ann Lee" };
    assert.deepEqual(await edit(house.service, { line: after }), [{ before: host, after }]);
    assert.deepEqual(auditedEdits(house.service), [
      {
        actor: "operator: jo",
        action: "catalogue changed",
        subject: "host pk_summer workshop ann",
        request_id: "request-7",
        details: { before: host, after },
      },
    ]);
    // What stands already is no change.
    await edit(house.service, { line: after });
    assert.equal(auditedEdits(house.service).length, 1);
  });

  test("R14 makes a campaign together with its first activity, in several languages, and its parts", async () => {
    await using house = await openBookingHouse([]);
    const campaign = {
      kind: "interaction",
      public_key: "pk_new",
      group: "acme-fr",
      timezone: "Europe/Paris",
      default_language: "fr",
      languages: ["fr", "en"],
      cancellation_cutoff_minutes: 60,
    };
    const alone = await refusal(house.service, { line: campaign });
    assert.equal(alone.why, "edits-bad");
    const place = { interaction: "pk_new", activity: "tour" };
    const lines = [
      { ...group, unique_key: "acme-new" },
      { ...campaign, group: "acme-new" },
      { kind: "activity", interaction: "pk_new", id: "tour", title: { fr: "Visite", en: "Tour" } },
      { kind: "ticket_type", ...place, id: "one", display_name: "One", has_limited_capacity: true },
      { kind: "slot", ...place, starting_at: "2031-05-01T08:00:00Z", capacity: 3 },
    ];
    const changes = await edit(house.service, ...lines.map((line) => ({ line })));
    assert.deepEqual(
      changes.map(({ before }) => before),
      [null, null, null, null, null],
    );
    const key = { kind: "interaction", public_key: "pk_new" } as const;
    const made = (await house.door.findInCatalogue(key)) ?? assert.fail();
    assert.equal("cancellation_cutoff_minutes" in made && made.cancellation_cutoff_minutes, 60);
    assert.deepEqual(changes[1]?.after, made);
    assert.ok("id" in made && made.id);
    assert.equal(auditedEdits(house.service).length, 5);
    await house.assertLawful();
  });

  test("a campaign that is saved without its id keeps it, and is answered with it", async () => {
    await using house = await openBookingHouse([]);
    const key = { kind: "interaction", public_key: "pk_summer" } as const;
    const found = (await house.door.findInCatalogue(key)) ?? assert.fail();
    const { id, ...line } = found as { id: string };
    assert.deepEqual(await edit(house.service, { line }), [{ before: found, after: found }]);
    assert.equal(auditedEdits(house.service).length, 0);
    const changed = { ...line, cancellation_cutoff_minutes: 30 };
    const [change] = await edit(house.service, { line: changed });
    assert.deepEqual(change, { before: found, after: { id, ...changed } });
    assert.deepEqual(await house.door.findInCatalogue(key), change?.after);
  });

  test("is refused when somebody else changed it meanwhile, and tells what stands there", async () => {
    await using house = await openBookingHouse([]);
    const request = (display_name: string) => ({
      line: { ...host, display_name },
      if_match: etagOf(host),
    });
    await edit(house.service, request("First"));
    assert.deepEqual(await refusal(house.service, request("Second")), {
      why: "changed-meanwhile",
      edit: 0,
      current: { ...host, display_name: "First" },
    });
    const [one, other] = await Promise.all([
      editCatalogue(house.service.store, auditContext(), acme, [newcomer("One")]),
      editCatalogue(house.service.store, auditContext(), acme, [newcomer("Other")]),
    ]);
    assert.equal([one, other].filter(isRefused).length, 1);
  });

  test("is all or nothing, and tells each bad edit by its number and field", async () => {
    await using house = await openBookingHouse([]);
    const bad = await refusal(
      house.service,
      { line: { ...host, display_name: "Changed" } },
      { line: { ...host, id: "x", activity: "nothing" } },
      { line: { ...host, id: "y", display_name: 7 } },
    );
    assert.equal(bad.why, "edits-bad");
    assert.ok("errors" in bad);
    assert.deepEqual(
      bad.errors.map(({ line, field }) => [line, field]),
      [[3, "display_name"]],
    );
    const unknown = await refusal(
      house.service,
      { line: { ...host, display_name: "Changed" } },
      { line: { ...host, id: "x", activity: "nothing" } },
    );
    assert.ok("errors" in unknown);
    assert.deepEqual(
      unknown.errors.map(({ line, field }) => [line, field]),
      [[2, "activity"]],
    );
    assert.deepEqual(auditedEdits(house.service), []);
    assert.deepEqual(
      query(house.service.databaseUrl, "select display_name from host where id = 'ann'").map(
        (row) => row["display_name"],
      ),
      ["Ann"],
    );
  });

  test("takes an edit that repeats another once, and refuses one that contradicts it", async () => {
    await using house = await openBookingHouse([]);
    const changed = { ...host, display_name: "Ann Lee" };
    const answers = await edit(house.service, { line: changed }, { line: changed });
    assert.deepEqual(answers, [
      { before: host, after: changed },
      { before: host, after: changed },
    ]);
    const bad = await refusal(
      house.service,
      { line: host },
      { line: { ...host, display_name: "Other" } },
      { line: { ...host, id: "x", activity: "nothing" } },
    );
    assert.ok("errors" in bad);
    assert.deepEqual(
      bad.errors.map(({ line, field, expected }) => [line, field, expected]),
      [
        [2, "display_name", "what line 1 says of the same host"],
        [3, "activity", bad.errors[1]?.expected],
      ],
    );
  });

  test("A36 sets a campaign's cut-off, which counts from then on", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const details = await house.book("ann");
    const line = {
      ...summerCampaign,
      cancellation_cutoff_minutes: 2_000_000_000,
    };
    await edit(house.service, { line });
    const cancel = { kind: "cancel", ticket: null } as const;
    assert.equal(await house.change(details, cancel), "cancellation-closed");
    await edit(house.service, { line: { ...line, cancellation_cutoff_minutes: null } });
    assert.equal(await house.change(details, cancel), "CANCELLED");
  });
});

async function refusal(service: TestService, ...requests: EditRequest[]) {
  const answer = await editCatalogue(service.store, auditContext(), acme, requests);
  return isRefused(answer) ? answer.refused : assert.fail("It was done.");
}

function newcomer(display_name: string): EditRequest {
  return { line: { ...host, id: "new", display_name }, if_match: null };
}
