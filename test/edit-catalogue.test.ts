import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused } from "../src/domain/refusal.ts";
import {
  editCatalogue,
  removeFromCatalogue,
  type EditRequest,
  type RemovalRequest,
} from "../src/usecases/operator/edit-catalogue.ts";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import { query } from "./harness/query.ts";
import { booking, group } from "./harness/seed.ts";
import { acme, type TestService } from "./harness/service.ts";
import { summerCampaign } from "./harness/summer-campaign.ts";

const auditContext = () => ({ actor: "operator: jo", now: Date.now(), requestId: "request-7" });

const host = {
  kind: "host",
  interaction: "pk_summer",
  activity: "workshop",
  id: "ann",
  display_name: "Ann",
  slot_duration_in_minutes: 20,
};

async function edit(service: TestService, ...requests: EditRequest[]) {
  const answer = await editCatalogue(service.store, auditContext(), acme, requests);
  if (isRefused(answer)) assert.fail(JSON.stringify(answer.refused));
  return answer;
}

async function refusal(service: TestService, ...requests: EditRequest[]) {
  const answer = await editCatalogue(service.store, auditContext(), acme, requests);
  return isRefused(answer) ? answer.refused : assert.fail("It was done.");
}

function audit(service: TestService): Record<string, unknown>[] {
  return query(
    service.databaseUrl,
    "select actor, action, subject, request_id, details from audit_event where action like 'catalogue%' order by subject",
  ).map((row) => ({ ...row, details: JSON.parse(String(row["details"])) }));
}

describe("editing the catalogue", () => {
  test("changes one thing whole, and writes who, by which request, before and after", async () => {
    await using house = await openBookingHouse([]);
    const after = { ...host, display_name: "Ann Lee" };
    assert.deepEqual(await edit(house.service, { line: after }), [{ before: host, after }]);
    assert.deepEqual(audit(house.service), [
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
    assert.equal(audit(house.service).length, 1);
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
    const campaigns = await house.door.findCampaigns();
    const made = campaigns.find(({ publicKey }) => publicKey === "pk_new");
    assert.equal(made?.cancellationCutoffMinutes, 60);
    const told = changes[1]?.after ?? assert.fail();
    assert.equal("id" in told && told.id, made.id);
    assert.equal(audit(house.service).length, 5);
    await house.assertLawful();
  });

  test("a campaign that is saved without its id keeps it, and is answered with it", async () => {
    await using house = await openBookingHouse([]);
    const key = { kind: "interaction", public_key: "pk_summer" } as const;
    const found = (await house.door.findInCatalogue(key)) ?? assert.fail();
    const { id, ...line } = found as { id: string };
    assert.deepEqual(await edit(house.service, { line }), [{ before: found, after: found }]);
    assert.equal(audit(house.service).length, 0);
    const changed = { ...line, cancellation_cutoff_minutes: 30 };
    const [change] = await edit(house.service, { line: changed });
    assert.deepEqual(change, { before: found, after: { id, ...changed } });
    assert.deepEqual(await house.door.findInCatalogue(key), change?.after);
  });

  test("is refused when somebody else changed it meanwhile, and tells what stands there", async () => {
    await using house = await openBookingHouse([]);
    const seen = JSON.stringify(host);
    const request = (display_name: string) => ({
      line: { ...host, display_name },
      matches: (before: object | null) => JSON.stringify(before) === seen,
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
    assert.deepEqual(audit(house.service), []);
    assert.deepEqual(
      query(house.service.databaseUrl, "select display_name from host where id = 'ann'").map(
        (row) => row["display_name"],
      ),
      ["Ann"],
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

  test("takes out what nothing refers to, and refuses the rest", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 2 }),
      slotLine({ capacity: 2, starting_at: "2031-05-02T08:00:00Z" }),
    ]);
    const details = await house.book("ann");
    await house.change(details, { kind: "cancel", ticket: null });
    const remove = async (line: object) => {
      const answer = await removeFromCatalogue(house.service.store, auditContext(), acme, line);
      return isRefused(answer) ? answer.refused.why : "removed";
    };
    assert.equal(await remove(slotLine({ capacity: 0 })), "in-use");
    const free = slotLine({ capacity: 0, starting_at: "2031-05-02T08:00:00Z" });
    assert.equal(await remove(free), "removed");
    assert.equal(await remove(free), "nothing-to-remove");
    assert.equal(await remove({ ...host, id: "bob" }), "removed");
    const type = {
      interaction: "pk_summer",
      activity: "tasting",
      display_name: "",
      kind: "ticket_type",
    };
    assert.equal(await remove({ ...type, id: "open", has_limited_capacity: false }), "removed");
    assert.equal(await remove({ ...type, id: "standard", has_limited_capacity: true }), "in-use");
    assert.equal(await remove(booking("x")), "edits-bad");
    await house.assertLawful();
  });

  test("R14 takes out a campaign or activity that was never booked, with its parts if asked to", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const { store, databaseUrl } = house.service;
    const place = { interaction: "pk_new", activity: "tour" };
    const acmeNew = { ...group, unique_key: "acme-new" };
    const campaign = {
      kind: "interaction",
      public_key: "pk_new",
      group: "acme-new",
      timezone: "Europe/Paris",
      default_language: "fr",
      languages: ["fr"],
    };
    const tour = { kind: "activity", interaction: "pk_new", id: "tour", title: { fr: "Visite" } };
    const walk = { ...tour, id: "walk" };
    const lines = [
      acmeNew,
      campaign,
      tour,
      walk,
      { kind: "ticket_type", ...place, id: "one", display_name: "One", has_limited_capacity: true },
      { kind: "host", ...place, id: "cleo", display_name: "Cleo" },
      { kind: "slot", ...place, host: "cleo", starting_at: "2031-05-01T09:00:00Z", capacity: 3 },
      { kind: "slot", ...place, host: "cleo", starting_at: "2031-05-02T09:00:00Z", capacity: 3 },
    ];
    await edit(house.service, ...lines.map((line) => ({ line })));
    const remove = async (line: object, request: RemovalRequest = {}) => {
      const answer = await removeFromCatalogue(store, auditContext(), acme, line, request);
      if (!isRefused<{ why: string }>(answer)) return "removed";
      const { why, ...more } = answer.refused;
      return [why, ...Object.values(more)].join(" ");
    };
    assert.equal(await remove(acmeNew), "in-use campaign");
    assert.equal(await remove(campaign), "not-empty activity");
    assert.equal(await remove(tour), "not-empty slot");
    const meanwhile = { withUnbooked: true, matches: () => false };
    assert.match(await remove(tour, meanwhile), /^changed-meanwhile/);
    assert.equal(await remove(tour, { withUnbooked: true }), "removed");
    assert.equal(await remove(tour, { withUnbooked: true }), "nothing-to-remove");
    assert.equal(await remove(walk, { withUnbooked: true }), "last-activity");
    // The campaign that stands beside it was booked once, and that booking is cancelled.
    const details = await house.book("ann");
    await house.change(details, { kind: "cancel", ticket: null });
    const summer = { ...campaign, public_key: "pk_summer" };
    const tasting = { ...tour, interaction: "pk_summer", id: "tasting" };
    assert.equal(await remove(summer, { withUnbooked: true }), "in-use booking");
    assert.equal(await remove(tasting, { withUnbooked: true }), "in-use booking");
    assert.deepEqual(query(databaseUrl, "select id from host where id = 'cleo'"), []);
    assert.deepEqual(query(databaseUrl, "select capacity from slot where capacity = 3"), []);
    assert.equal(await remove(campaign, { withUnbooked: true }), "removed");
    assert.equal(await remove(acmeNew), "removed");
    const removals = audit(house.service).filter(({ action }) => action === "catalogue removed");
    assert.deepEqual(
      removals.map(({ subject, details: told }: any) => [
        String(subject).replace(/ [-0-9a-f]{36}$/, ""),
        told.before.kind,
        told.after,
        told.went_along,
      ]),
      [
        ["activity pk_new tour", "activity", null, { slot: 2, host: 1, ticket_type: 1 }],
        ["group acme-new", "group", null, undefined],
        ["interaction pk_new", "interaction", null, { activity: 1 }],
      ],
    );
    await house.assertLawful();
  });

  test("an activity is booked or removed, never both, in either order", async () => {
    await using house = await openBookingHouse([]);
    const { store } = house.service;
    const place = { interaction: "pk_fair", activity: "pop-up" };
    const campaign = {
      kind: "interaction",
      public_key: "pk_fair",
      group: "acme-fr",
      timezone: "Europe/Paris",
      default_language: "fr",
      languages: ["fr"],
    };
    const activity = { kind: "activity", interaction: "pk_fair", id: "pop-up", title: {} };
    const type = { display_name: "One", has_limited_capacity: true };
    const startingAt = Date.UTC(2031, 4, 1, 8);
    for (let round = 0; round < 8; round += 1) {
      const publicKey = `pk_race_${round}`;
      const here = { ...place, interaction: publicKey };
      await edit(
        house.service,
        ...[
          { ...campaign, public_key: publicKey },
          { ...activity, interaction: publicKey },
          { kind: "ticket_type", ...here, id: "one", ...type },
          { kind: "slot", ...here, starting_at: "2031-05-01T08:00:00Z", capacity: 3 },
        ].map((line) => ({ line })),
      );
      const seat = { publicKey, activityId: "pop-up", hostId: null, startingAt };
      const book = (who: string) => house.tryBook(who, { place: seat, ticketTypeId: "one" });
      const remove = async () => {
        const line = { ...campaign, public_key: publicKey };
        const answer = await removeFromCatalogue(store, auditContext(), acme, line, {
          withUnbooked: true,
        });
        return isRefused<{ why: string }>(answer) ? answer.refused.why : "removed";
      };
      const [first, removal, second] = await Promise.all([
        book(`a-${round}`),
        remove(),
        book(`b-${round}`),
      ]);
      const booked = [first, second].includes("CONFIRMED");
      assert.equal(removal, booked ? "in-use" : "removed");
      for (const outcome of [first, second]) {
        assert.ok(["CONFIRMED", "not-in-catalogue"].includes(outcome), outcome);
      }
    }
    await house.assertLawful();
  });
});

function newcomer(display_name: string): EditRequest {
  return { line: { ...host, id: "new", display_name }, matches: (before) => before === null };
}
