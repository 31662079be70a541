import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import {
  auditContext,
  auditedEdits,
  edit,
  host,
  removeFromCatalogue,
} from "./harness/catalogue-edits.ts";
import { query } from "./harness/query.ts";
import { booking, group } from "./harness/seed.ts";
import { acme } from "./harness/service.ts";

describe("removing from the catalogue", () => {
  test("takes out what nothing refers to, and refuses the rest", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 2 }),
      slotLine({ capacity: 2, starting_at: "2031-05-02T08:00:00Z" }),
    ]);
    const details = await house.book("ann");
    await house.change(details, { kind: "cancel", ticket: null });
    const remove = async (line: object) => {
      const answer = await removeFromCatalogue(house.service.store, auditContext(), acme, line);
      return answer?.refused.why ?? "removed";
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
    // No operation removes a booking.
    await assert.rejects(remove(booking("x")), /No operation is called undefined/);
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
    const remove = async (
      line: object,
      request: { withUnbooked?: boolean; ifMatch?: string } = {},
    ) => {
      const answer = await removeFromCatalogue(store, auditContext(), acme, line, request);
      if (answer === null) return "removed";
      const { why, ...more } = answer.refused;
      return [why, ...Object.values(more)].join(" ");
    };
    assert.equal(await remove(acmeNew), "in-use campaign");
    assert.equal(await remove(campaign), "not-empty activity");
    assert.equal(await remove(tour), "not-empty slot");
    const meanwhile = { withUnbooked: true, ifMatch: '"another"' };
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
    const removals = auditedEdits(house.service).filter(
      ({ action }) => action === "catalogue removed",
    );
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
        return answer?.refused.why ?? "removed";
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
