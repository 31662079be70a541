import { everyBookingOfContact } from "../src/store/bookings/contact-bookings.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused } from "../src/domain/refusal.ts";
import { bookingsPageJson, type PagePlace } from "../src/http/endpoints/fetch-contact-bookings.ts";
import { openStore } from "../src/store/store.ts";
import { listBookings, type BookingsQuery } from "../src/usecases/list-bookings.ts";
import { importDataFile } from "../src/usecases/operator/import-data-file.ts";
import { editCatalogue, removeFromCatalogue } from "./harness/catalogue-edits.ts";
import { runCommand } from "./harness/command.ts";
import { execute, query } from "./harness/query.ts";
import {
  booking,
  catalogue,
  fetchPath,
  otherHost,
  productionHost,
  withSlots,
} from "./harness/seed.ts";
import { acme, audit, startTestService, type TestService } from "./harness/service.ts";

const endpoints = ["interactions:fetchContactBookings"] as const;
const other = { tenant: "other", environment: "production" } as const;

const workshop = { activity: "workshop", host: "ann" };
const lines = withSlots([booking("remembered", workshop), booking("remembered", workshop)]);

/** The seed's line of this kind and id, with other content. */
function changed(kind: string, id: string, content: object): object {
  const line = catalogue.find(
    (one: any) => one.kind === kind && [one.id, one.public_key, one.unique_key].includes(id),
  );
  return { ...line, ...content };
}

async function list(service: TestService, host = productionHost): Promise<any[]> {
  const token = await service.token(host);
  const answer = await service.call({
    path: `${fetchPath}?external_id=remembered&language=en`,
    host,
    token,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.bookings;
}

const listQuery: BookingsQuery & PagePlace = {
  externalId: "remembered",
  scope: null,
  from: null,
  to: null,
  statuses: null,
  language: "en",
  pageSize: 100,
  pageNumber: 1,
};

const changes: readonly [string, object, (record: any) => unknown, unknown][] = [
  [
    "a group",
    changed("group", "acme-fr", { display_name: "New group" }),
    (record) => record.group.display_name,
    "New group",
  ],
  [
    "a campaign",
    changed("interaction", "pk_summer", { timezone: "Europe/Rome" }),
    (record) => record.interaction.timezone,
    "Europe/Rome",
  ],
  [
    "an activity",
    changed("activity", "workshop", { title: { en: "New title" } }),
    (record) => record.activity.title,
    "New title",
  ],
  [
    "a host",
    changed("host", "ann", { display_name: "New host" }),
    (record) => record.host.display_name,
    "New host",
  ],
  [
    "a ticket type",
    {
      kind: "ticket_type",
      interaction: "pk_summer",
      activity: "workshop",
      id: "standard",
      display_name: "New type",
      has_limited_capacity: true,
    },
    (record) => record.ticket_type.display_name,
    "New type",
  ],
];

describe("what a process remembers of a catalogue", () => {
  for (const [what, line, shown, expected] of changes) {
    test(`is forgotten as soon as another one has changed ${what}`, async () => {
      await using service = await startTestService([
        { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
      ]);
      for (const record of await list(service)) assert.notEqual(shown(record), expected);
      const edit = await editCatalogue(service.store, audit(), acme, [{ line }]);
      assert.ok(!isRefused(edit), JSON.stringify(edit));
      for (const record of await list(service)) assert.equal(shown(record), expected);
    });
  }

  test("is forgotten after an import, and one that changes nothing leaves it", async () => {
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
    ]);
    await list(service);
    for (const title of ["First", "Second", "Second"]) {
      const data = [changed("activity", "workshop", { title: { en: title } })];
      const file = [Buffer.from(data.map((line) => JSON.stringify(line)).join("\n"))];
      const accountId = (await service.store.accounts.identify(acme)) ?? assert.fail();
      await importDataFile(service.store.account(accountId), file, { audit: audit() });
      for (const record of await list(service)) assert.equal(record.activity.title, title);
    }
  });

  test("is forgotten when a campaign is removed, which callers then do not know", async () => {
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
    ]);
    const token = await service.token(productionHost);
    const ask = () =>
      service.call({
        path: `${fetchPath}?external_id=remembered&public_keys=pk_winter`,
        host: productionHost,
        token,
      });
    assert.equal((await ask()).status, 200);
    const version = () => query(service.databaseUrl, "select catalogue_version from account");
    const before = version();
    const line = changed("interaction", "pk_winter", {});
    const request = { withUnbooked: true };
    const removed = await removeFromCatalogue(service.store, audit(), acme, line, request);
    assert.equal(removed, null);
    const answer = await ask();
    assert.deepEqual([answer.status, answer.json.code], [500, 5]);
    assert.notDeepEqual(version(), before);
    assert.equal((await list(service)).length, 2);
  });

  for (const kind of ["host", "ticket_type"]) {
    test(`is forgotten when a ${kind} is removed, not when the removal is refused`, async () => {
      await using service = await startTestService([
        { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
      ]);
      const version = () =>
        query(service.databaseUrl, "select catalogue_version from account")[0]?.[
          "catalogue_version"
        ];
      const place = { kind, interaction: "pk_summer", activity: "workshop" };
      const unused = { ...place, id: "unused", display_name: "Unused" };
      const line = kind === "host" ? unused : { ...unused, has_limited_capacity: true };
      const edit = await editCatalogue(service.store, audit(), acme, [{ line }]);
      assert.ok(!isRefused(edit), JSON.stringify(edit));
      const before = version();
      const used = { ...line, id: kind === "host" ? "ann" : "standard" };
      const refused = await removeFromCatalogue(service.store, audit(), acme, used);
      assert.equal(refused?.refused.why, "in-use");
      assert.equal(version(), before);
      const removed = await removeFromCatalogue(service.store, audit(), acme, line);
      assert.equal(removed, null);
      assert.notEqual(version(), before);
    });
  }

  test("is forgotten as soon as another process has changed it", async () => {
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
    ]);
    for (const title of ["First", "Second"]) {
      for (const record of await list(service)) assert.notEqual(record.activity.title, title);
      const line = changed("activity", "workshop", { title: { en: title } });
      const input = `${JSON.stringify(line)}\n`;
      const words = ["import", "acme/production", "-"];
      const { status, err } = await runCommand(service.databaseUrl, words, { input });
      assert.equal(status, 0, err);
      for (const record of await list(service)) assert.equal(record.activity.title, title);
    }
  });

  test("S6 is kept while contacts are asked for who have no bookings", async () => {
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
    ]);
    let statements = 0;
    const store = openStore(service.databaseUrl, { observe: () => (statements += 1) });
    try {
      const accountId = (await store.accounts.identify(acme)) ?? assert.fail();
      const ask = async (externalId: string) => {
        statements = 0;
        await store
          .account(accountId)
          .findContactBookings({ ...everyBookingOfContact, externalId, limit: 10, offset: 0 });
        return statements;
      };
      const first = await ask("remembered");
      assert.ok(first > 1, String(first));
      assert.equal(await ask("remembered"), 1);
      assert.equal(await ask("nobody"), 1);
      assert.equal(await ask("remembered"), 1);
    } finally {
      await store.close();
    }
  });

  test("S6 is read with one statement for a page, however many things it shows", async () => {
    const types = Array.from({ length: 30 }, (_, index) => ({
      kind: "ticket_type",
      interaction: "pk_summer",
      activity: "workshop",
      id: `type-${index}`,
      display_name: `Type ${index}`,
      has_limited_capacity: false,
    }));
    const booked = types.map(({ id }) => booking("many", { ...workshop, ticket_type: id }));
    await using service = await startTestService([
      {
        name: acme,
        hosts: [productionHost],
        endpoints,
        data: [...catalogue, ...types, ...withSlots(booked)],
      },
    ]);
    let statements = 0;
    const store = openStore(service.databaseUrl, { observe: () => (statements += 1) });
    try {
      const accountId = (await store.accounts.identify(acme)) ?? assert.fail();
      statements = 0;
      const { bookings } = await store.account(accountId).findContactBookings({
        ...everyBookingOfContact,
        externalId: "many",
        limit: 100,
        offset: 0,
      });
      assert.equal(statements, 2);
      const shown = bookings.map(({ id, ticketType }) => `${id} ${ticketType.value.displayName}`);
      const expected = booked.map((line, index) => `${line.booking} Type ${index}`);
      assert.deepEqual(shown.toSorted(), expected.toSorted());
    } finally {
      await store.close();
    }
  });

  test("is written out once, however often it is listed", async () => {
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
    ]);
    const door = service.store.account(
      (await service.store.accounts.identify(acme)) ?? assert.fail(),
    );
    const list = async () => {
      const page = await listBookings(door, listQuery);
      assert.ok(!isRefused(page));
      assert.equal(page.bookings.length, 2);
      return page;
    };
    const writtenAgain = () => assert.fail("written again");
    const page = await list();
    const text = bookingsPageJson(page, listQuery);
    for (const { activity, ticketType, host } of (await list()).bookings) {
      assert.ok(text.includes(activity.derive<string>("json", writtenAgain)));
      assert.ok(text.includes(ticketType.derive<string>("json", writtenAgain)));
      assert.ok(text.includes(host?.derive<string>("json", writtenAgain) ?? assert.fail()));
    }
  });

  test("P11 is one account's, even where everything has the same ids and versions", async () => {
    const texts = (name: string) => ({
      title: { en: `${name} title` },
      location_hint: { en: `${name} place` },
    });
    const theirs = catalogue.map((line: any) => {
      if (line.kind === "activity") return { ...line, ...texts("Other") };
      return "display_name" in line
        ? { ...line, display_name: `Other ${line.display_name}` }
        : line;
    });
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], endpoints, data: [...catalogue, ...lines] },
      { name: other, hosts: [otherHost], endpoints, data: [...theirs, ...lines] },
    ]);
    execute(service.databaseUrl, "update account set catalogue_version = 7");
    for (let turn = 1; turn <= 2; turn += 1) {
      for (const { activity, group, host, ticket_type: type } of await list(service)) {
        const names = [activity.title, group.display_name, host.display_name, type.display_name];
        assert.deepEqual(names, ["Workshop", "Acme France", "Ann", "Standard"]);
      }
      for (const { activity, group, host, ticket_type: type } of await list(service, otherHost)) {
        const names = [activity.title, group.display_name, host.display_name, type.display_name];
        assert.deepEqual(names, [
          "Other title",
          "Other Acme France",
          "Other Ann",
          "Other Standard",
        ]);
      }
    }
  });
});
