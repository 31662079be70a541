import type { AccountId } from "../../domain/account.ts";
import type { LanguageMap } from "../../domain/language.ts";
import { DatabaseUnavailable, type Engine, type ValueRow } from "../engine.ts";
import { prepareRows } from "../statement.ts";
import { keysOfPlace, type CatalogueKeys } from "./catalogue-place.ts";
import { RememberedCatalogues, type RememberedCatalogue } from "./remembered-catalogues.ts";
import type { ShownCatalogue } from "./shown-catalogue.ts";

/** How often rows are looked at anew because the catalogue changed while its texts were read. */
const maxAttempts = 5;

/**
 * Puts the catalogue's texts beside rows that name their place in it. Each row begins with the version
 * that the account's catalogue had when it was read. The texts are remembered under that version, and
 * all texts of one answer are of one version, which is that one or a later one.
 */
export function catalogueReader(engine: Engine) {
  const catalogues = new RememberedCatalogues();
  const readShown = shownReader(engine);

  return async <Row extends readonly [catalogueVersion: number, place: string, ...ValueRow], T>(
    accountId: AccountId,
    rows: readonly Row[],
    combine: (row: Row, shown: ShownCatalogue) => T,
  ): Promise<T[]> => {
    const [first] = rows;
    // Nothing says which version it is.
    if (first === undefined) return [];
    const combined: T[] = [];
    let catalogue = catalogues.of(accountId, first[0]);
    for (const row of rows) {
      const shown = catalogue.find(row[1]);
      if (shown === undefined) break;
      combined.push(combine(row, shown));
    }
    if (combined.length === rows.length) return combined;

    const places = new Set(rows.map((row) => row[1]));
    for (let attempt = 1; ; attempt += 1) {
      const before = catalogue;
      catalogue = await readMissing(accountId, places, catalogue);
      if (catalogue === before) break;
      if (attempt === maxAttempts) {
        throw new DatabaseUnavailable("The catalogue changes faster than it can be read.");
      }
    }
    return rows.flatMap((row) => {
      const shown = catalogue.find(row[1]);
      // What the catalogue has lost, it cannot show (`booking verify` tells).
      return shown === undefined ? [] : [combine(row, shown)];
    });
  };

  /** Returns the catalogue in which all that could be found is remembered; another, when it changed. */
  async function readMissing(
    accountId: AccountId,
    wanted: ReadonlySet<string>,
    catalogue: RememberedCatalogue,
  ): Promise<RememberedCatalogue> {
    let latest = catalogue;
    const missing = [...wanted].filter((place) => catalogue.find(place) === undefined);
    await Promise.all(
      missing.map(async (place) => {
        const found = await readShown(accountId, keysOfPlace(place));
        if (found === null) return;
        latest =
          latest.version === found.version ? latest : catalogues.of(accountId, found.version);
        catalogues.remember(latest, place, found.shown);
      }),
    );
    return latest;
  }
}

interface Values extends CatalogueKeys {
  accountId: number;
}

type ShownRow = readonly [
  catalogueVersion: number,
  publicKey: string,
  timezone: string,
  languages: string,
  defaultLanguage: string,
  uniqueKey: string,
  groupDisplayName: string,
  title: string,
  locationHint: string,
  activityMinutes: number | null,
  ticketTypeDisplayName: string,
  hasLimitedCapacity: 0 | 1,
  hostDisplayName: string | null,
  hostMinutes: number | null,
];

/** Reads what one booking shows, and the version of the catalogue that it is from. */
function shownReader(engine: Engine) {
  const read = prepareRows<Values, ShownRow>(engine, (values) =>
    engine.reads
      .selectFrom("account")
      .innerJoin("interaction", "interaction.account_id", "account.id")
      .innerJoin("group", (join) =>
        join
          .onRef("group.account_id", "=", "interaction.account_id")
          .onRef("group.unique_key", "=", "interaction.group_unique_key"),
      )
      .innerJoin("activity", (join) =>
        join
          .onRef("activity.account_id", "=", "interaction.account_id")
          .onRef("activity.interaction_id", "=", "interaction.id"),
      )
      .innerJoin("ticket_type", (join) =>
        join
          .onRef("ticket_type.account_id", "=", "activity.account_id")
          .onRef("ticket_type.interaction_id", "=", "activity.interaction_id")
          .onRef("ticket_type.activity_id", "=", "activity.id"),
      )
      .leftJoin("host", (join) =>
        join
          .onRef("host.account_id", "=", "activity.account_id")
          .onRef("host.interaction_id", "=", "activity.interaction_id")
          .onRef("host.activity_id", "=", "activity.id")
          .on("host.id", "=", values.hostId),
      )
      .where("account.id", "=", values.accountId)
      .where("interaction.id", "=", values.interactionId)
      .where("activity.id", "=", values.activityId)
      .where("ticket_type.id", "=", values.ticketTypeId)
      .select([
        "account.catalogue_version",
        "interaction.public_key",
        "interaction.timezone",
        "interaction.languages",
        "interaction.default_language",
        "group.unique_key",
        "group.display_name as group_display_name",
        "activity.title",
        "activity.location_hint",
        "activity.slot_duration_in_minutes as activity_minutes",
        "ticket_type.display_name as ticket_type_display_name",
        "ticket_type.has_limited_capacity",
        "host.display_name as host_display_name",
        "host.slot_duration_in_minutes as host_minutes",
      ]),
  );
  return async (accountId: AccountId, keys: CatalogueKeys) => {
    const [row] = await read({ accountId, ...keys });
    return row === undefined ? null : { version: row[0], shown: toShown(keys.activityId, row) };
  };
}

function toShown(activityId: string, row: ShownRow): ShownCatalogue {
  return {
    activity: {
      id: activityId,
      title: JSON.parse(row[7]) as LanguageMap,
      locationHint: JSON.parse(row[8]) as LanguageMap,
      slotDurationInMinutes: row[9],
      interaction: {
        publicKey: row[1],
        timezone: row[2],
        languages: JSON.parse(row[3]) as string[],
        defaultLanguage: row[4],
        group: { uniqueKey: row[5], displayName: row[6] },
      },
    },
    ticketType: { displayName: row[10], hasLimitedCapacity: row[11] === 1 },
    host: row[12] === null ? null : { displayName: row[12], slotDurationInMinutes: row[13] },
  };
}
