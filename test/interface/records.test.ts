import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startTestService, type TestService } from "../harness/service.ts";
import { acmeWith, booking, fetchPath } from "../harness/seed.ts";

describe("a booking record", () => {
  const full = booking("full", { activity: "workshop", host: "ann" });
  const plain = booking("plain");
  const bookings = [
    full,
    plain,
    booking("host-without-length", { activity: "workshop", host: "bob" }),
    booking("no-length", { activity: "tour" }),
    booking("twice", { slot_starting_at: "2030-05-02T08:00:00Z" }),
    booking("twice", {
      interaction: "pk_winter",
      slot_starting_at: "2030-05-01T08:00:00Z",
      ticket_type: "open",
    }),
    booking("raw", { interaction: "pk_fair", activity: "talk" }),
    booking("dst", { slot_starting_at: "2030-10-27T02:30:00+02:00" }),
    booking("dst", { slot_starting_at: "2030-10-27T02:30:00+01:00" }),
    booking("fraction", { slot_starting_at: "2030-05-01T08:00:00.250Z" }),
  ];
  let service: TestService;
  before(async () => {
    service = await startTestService([acmeWith(bookings)]);
  });
  after(() => service[Symbol.asyncDispose]());

  async function list(externalId: string, more = "") {
    const path = `${fetchPath}?external_id=${externalId}${more}`;
    const answer = await service.call({ path, token: await service.token() });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.bookings;
  }

  test("R21 R22 R23 R24 R30 R32 R33 R34 R38 has exactly the fields of the interface", async () => {
    assert.deepEqual(await list("full"), [
      {
        activity: { id: "workshop", title: "Atelier", location_hint: "" },
        interaction: { public_key: "pk_summer", timezone: "Europe/Paris" },
        group: { unique_key: "acme-fr", display_name: "Acme France" },
        slot_starting_at: "2030-05-01T08:00:00Z",
        slot_duration_in_minutes: 20,
        booking_status: "CONFIRMED",
        booked_at: "2025-04-01T10:11:12Z",
        ticket_type: { display_name: "Standard", has_limited_capacity: true },
        host: { display_name: "Ann" },
        booking: full.booking,
      },
    ]);
  });

  test("R26 A59 a host without a slot length does not borrow the activity's", async () => {
    const [record] = await list("host-without-length");
    assert.deepEqual(record.host, { display_name: "Bob" });
    assert.ok(!("slot_duration_in_minutes" in record));
  });

  test("R15 R16 the same activity id under two campaigns shows each campaign's own texts", async () => {
    const records = await list("twice");
    assert.deepEqual(
      records.map((record: any) => [
        record.interaction.public_key,
        record.activity,
        record.slot_duration_in_minutes,
      ]),
      [
        ["pk_winter", { id: "tasting", title: "Winter tasting", location_hint: "Cellar" }, 30],
        ["pk_summer", { id: "tasting", title: "Dégustation", location_hint: "Halle 2" }, 45],
      ],
    );
  });

  test("R35 R67 R69 the language is resolved for each campaign inside one page", async () => {
    const titles = async (language: string) =>
      (await list("twice", `&language=${language}`)).map((record: any) => record.activity.title);
    assert.deepEqual(await titles("fr"), ["Winter tasting", "Dégustation"]);
    assert.deepEqual(await titles("en"), ["Winter tasting", "Tasting"]);
    assert.deepEqual(await titles("es"), ["Cata", "Dégustation"]);
    assert.deepEqual(await titles("xx"), ["Winter tasting", "Dégustation"]);
    assert.deepEqual(await titles(""), ["Winter tasting", "Dégustation"]);
  });

  test("R68 region subtags and case are reduced to the base code", async () => {
    for (const language of ["en-US", "en_GB", "EN", "en-Latn-US", "En-x"]) {
      const [record] = await list("plain", `&language=${language}`);
      assert.equal(record.activity.title, "Tasting", language);
    }
  });

  test("R69 a campaign text missing in the chosen language falls back to the default", async () => {
    const [record] = await list("no-length", "&language=en");
    assert.equal(record.activity.title, "Visite");
    assert.equal(record.activity.location_hint, "");
  });

  test("R36 A42 with neither language the raw language map is sent as text", async () => {
    const [record] = await list("raw");
    assert.equal(record.activity.title, '{"it":"Discorso","de":"Vortrag"}');
    assert.equal(record.activity.location_hint, '{"it":"Sala"}');
  });

  test("R24 a slot on the night of daylight saving shows its UTC instant", async () => {
    assert.deepEqual(
      (await list("dst")).map((record: any) => record.slot_starting_at),
      ["2030-10-27T00:30:00Z", "2030-10-27T01:30:00Z"],
    );
  });

  test("R24 A6 a fraction of a second is shown with three digits, and only then", async () => {
    const [record] = await list("fraction");
    assert.equal(record.slot_starting_at, "2030-05-01T08:00:00.250Z");
  });

  test("R9 no resource name of a contact appears", async () => {
    for (const line of bookings) {
      assert.ok(!JSON.stringify(await list(line.external_id)).includes("contacts/"));
    }
  });
});
