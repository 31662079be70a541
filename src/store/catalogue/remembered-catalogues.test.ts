import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AccountId } from "../../domain/account.ts";
import { RememberedCatalogues, type ReadCatalogue } from "./remembered-catalogues.ts";

const [one, two, three] = [1 as AccountId, 2 as AccountId, 3 as AccountId];

function shown(title: string, id = title.toLowerCase()): ReadCatalogue {
  return {
    activity: {
      id,
      title: { en: title },
      locationHint: {},
      slotDurationInMinutes: null,
      interaction: {
        publicKey: "pk",
        timezone: "UTC",
        languages: ["en"],
        defaultLanguage: "en",
        group: { uniqueKey: "g", displayName: "G" },
      },
    },
    ticketType: { displayName: "Standard", hasLimitedCapacity: true },
    host: null,
    others: new Map(),
  };
}

/** The key of a booking of this ticket type, with this host (0: with none). */
const keyText = (ticketType: number, host = 0) => `${ticketType} ${host}`;
const [tour, walk] = [keyText(1), keyText(2)];

/** What is remembered after one key of one account. */
function bytesOfOne(): number {
  const catalogues = new RememberedCatalogues();
  catalogues.remember(catalogues.of(one, 7), tour, shown("Tour"));
  return catalogues.bytes;
}

describe("remembered catalogues", () => {
  test("S6 forget the account that was not asked for longest, as a whole, and no other", () => {
    const catalogues = new RememberedCatalogues(2.5 * bytesOfOne());
    for (const account of [one, two]) {
      catalogues.remember(catalogues.of(account, 7), tour, shown("Tour"));
    }
    assert.ok(catalogues.of(one, 7).find(tour));
    catalogues.remember(catalogues.of(three, 7), tour, shown("Tour"));
    assert.ok(catalogues.of(one, 7).find(tour));
    assert.ok(catalogues.of(three, 7).find(tour));
    assert.equal(catalogues.of(two, 7).find(tour), undefined);
  });

  test("never take more than they may, however many accounts are asked for", () => {
    const most = 10 * bytesOfOne();
    const catalogues = new RememberedCatalogues(most);
    for (let account = 1; account <= 1_000; account += 1) {
      const catalogue = catalogues.of(account as AccountId, 7);
      if (account % 3 !== 0) catalogues.remember(catalogue, tour, shown("Tour"));
      assert.ok(catalogues.bytes <= most, `${catalogues.bytes} of ${most}`);
    }
    assert.ok(catalogues.bytes > most / 2);
  });

  test("of one account that is too large are emptied, and counted from then on", () => {
    const catalogues = new RememberedCatalogues(3 * bytesOfOne());
    for (let activity = 1; activity <= 100; activity += 1) {
      const catalogue = catalogues.of(one, 7);
      catalogues.remember(catalogue, keyText(activity), shown("Tour", `tour-${activity}`));
      assert.ok(catalogues.bytes <= 3 * bytesOfOne());
    }
    assert.ok(catalogues.bytes > 0);
  });

  test("do not count what is added to one that was forgotten", () => {
    const catalogues = new RememberedCatalogues();
    const old = catalogues.of(one, 7);
    catalogues.remember(old, tour, shown("Tour"));
    catalogues.remember(catalogues.of(one, 8), tour, shown("Tour"));
    assert.equal(catalogues.bytes, bytesOfOne());
    // A reader that began before the change uses the catalogue that it began with.
    catalogues.remember(old, walk, shown("Walk"));
    assert.equal(old.find(walk)?.activity.value.title["en"], "Walk");
    assert.equal(catalogues.bytes, bytesOfOne());
    assert.equal(catalogues.of(one, 8).find(walk), undefined);
  });

  test("grow with their texts", () => {
    const catalogues = new RememberedCatalogues();
    catalogues.remember(catalogues.of(one, 7), tour, shown("T".repeat(10_000), "tour"));
    assert.ok(catalogues.bytes > bytesOfOne() + 10_000);
  });

  test("keep once what many bookings show, and apart what only looks the same", () => {
    const catalogues = new RememberedCatalogues();
    const catalogue = catalogues.of(one, 7);
    const keys = [
      ["summer", keyText(1)],
      ["summer", keyText(2, 1)],
      ["winter", keyText(3)],
    ] as const;
    for (const [publicKey, key] of keys) {
      const { activity, ...rest } = shown("Tour");
      const interaction = { ...activity.interaction, publicKey };
      catalogues.remember(catalogue, key, { ...rest, activity: { ...activity, interaction } });
    }
    const [first, second, third] = keys.map(([, key]) => catalogue.find(key));
    assert.equal(first?.activity, second?.activity);
    assert.notEqual(first?.activity, third?.activity);
    assert.equal(third?.activity.value.interaction.publicKey, "winter");
    assert.equal(first?.ticketType, third?.ticketType);
  });

  test("show each activity, ticket type and host of one campaign its own texts", () => {
    const catalogues = new RememberedCatalogues();
    const catalogue = catalogues.of(one, 7);
    const parts = ["Tour", "Walk"].flatMap((activity, a) =>
      ["Standard", "Reduced"].flatMap((ticketType, t) =>
        ["Ann", "Bob"].map((host, h) => ({
          key: keyText(1 + 2 * a + t, 1 + 2 * a + h),
          texts: [activity, ticketType, host, 30 * (1 + 2 * a + h)],
        })),
      ),
    );
    for (const { key, texts } of parts) {
      const [activity, ticketType, host, minutes] = texts as [string, string, string, number];
      catalogues.remember(catalogue, key, {
        ...shown(activity),
        ticketType: { displayName: ticketType, hasLimitedCapacity: true },
        host: { displayName: host, slotDurationInMinutes: minutes },
      });
    }
    for (const { key, texts } of parts) {
      const found = catalogue.find(key) ?? assert.fail();
      const { activity, ticketType, host, durations } = found;
      assert.deepEqual(
        [
          activity.value.title["en"],
          ticketType.value.displayName,
          host?.value.displayName,
          durations.at(0),
        ],
        texts,
      );
    }
  });
});
