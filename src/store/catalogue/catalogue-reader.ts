import { namedBy, numberedBy } from "../keys.ts";
import { sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { LanguageMap } from "../../domain/language.ts";
import { DatabaseUnavailable, type Engine, type BoundRows, type ValueRow } from "../engine.ts";
import { bindRows, prepareRows } from "../statement.ts";
import {
  parseCatalogueKeyText,
  RememberedCatalogues,
  type ReadCatalogue,
  type RememberedCatalogue,
  type ShownCatalogue,
} from "./remembered-catalogues.ts";

/** How often rows are read again because the catalogue changed while its texts were read. */
const maxAttempts = 5;

/**
 * Joins the catalogue's texts to rows that name their catalogue keys. Each row begins with the version that the
 * account's catalogue had at the read. The texts are remembered under that version. All texts of one answer
 * have the same version, which is that one or a later one.
 */
export function prepareCatalogueReader(engine: Engine) {
  const catalogues = new RememberedCatalogues();
  const readShown = shownReader(engine);

  return async <Row extends readonly [catalogueVersion: number, keyText: string, ...ValueRow], T>(
    accountId: AccountId,
    rows: readonly Row[],
    combine: (row: Row, shown: ShownCatalogue) => T,
  ): Promise<T[]> => {
    const [first] = rows;
    // Without a row there is no version.
    if (first === undefined) return [];
    const combined: T[] = [];
    let catalogue = catalogues.of(accountId, first[0]);
    for (const row of rows) {
      const shown = catalogue.find(row[1]);
      if (shown === undefined) break;
      combined.push(combine(row, shown));
    }
    if (combined.length === rows.length) return combined;

    const keyTexts = [...new Set(rows.map((row) => row[1]))];
    for (let attempt = 1; ; attempt += 1) {
      const before = catalogue;
      catalogue = await readMissing(accountId, keyTexts, catalogue);
      if (catalogue === before) break;
      if (attempt === maxAttempts) {
        throw new DatabaseUnavailable("The catalogue changes faster than it can be read.");
      }
    }
    return rows.flatMap((row) => {
      const shown = catalogue.find(row[1]);
      // A row whose catalogue record is missing is left out; `booking verify` reports it.
      return shown === undefined ? [] : [combine(row, shown)];
    });
  };

  /**
   * Reads the missing keys and returns the catalogue that remembers them: a new one when the version
   * changed.
   */
  async function readMissing(
    accountId: AccountId,
    keyTexts: readonly string[],
    catalogue: RememberedCatalogue,
  ): Promise<RememberedCatalogue> {
    const missing = keyTexts.filter((keyText) => catalogue.find(keyText) === undefined);
    const found = missing.length === 0 ? [] : await readShown(accountId, missing);
    const version = found[0]?.version ?? catalogue.version;
    const latest = version === catalogue.version ? catalogue : catalogues.of(accountId, version);
    for (const { keyText, shown } of found) catalogues.remember(latest, keyText, shown);
    return latest;
  }
}

type ShownRow = readonly [
  catalogueVersion: number,
  number: number,
  publicKey: string,
  timezone: string,
  languages: string,
  defaultLanguage: string,
  uniqueKey: string,
  groupDisplayName: string,
  activityId: string,
  title: string,
  locationHint: string,
  activityMinutes: number | null,
  ticketTypeDisplayName: string,
  hasLimitedCapacity: 0 | 1,
  hostDisplayName: string | null,
  hostMinutes: number | null,
  others: string | null,
];

/**
 * Reads the texts that bookings with these keys show, with the catalogue's version. One statement serves all
 * keys, so a page of many bookings costs one statement after a change of the catalogue.
 */
function shownReader(engine: Engine) {
  const read = shownStatement(engine);
  return async (accountId: AccountId, keyTexts: readonly string[]) => {
    const wanted = keyTexts.map((keyText, number) => toInputRow(accountId, keyText, number));
    const rows = await read({ accountId, ...bindRows(wanted) });
    return rows.map((row) => ({
      version: row[0],
      keyText: keyTexts[row[1]] ?? "",
      shown: toShown(row),
    }));
  };
}

function shownStatement(engine: Engine) {
  return prepareRows<BoundRows & { readonly accountId: AccountId }, ShownRow>(engine, (values) =>
    engine.reads
      .selectFrom(
        engine.inputRows(values, {
          account_id: "bigint",
          number: "bigint",
          ticket_type_number: "bigint",
          host_number: "bigint",
        }),
      )
      .innerJoin("account", "account.id", "input_rows.account_id")
      .innerJoin("ticket_type", numberedBy("ticket_type", "input_rows"))
      .innerJoin("interaction", namedBy("interaction", "ticket_type"))
      .innerJoin("group", (join) =>
        join
          .onRef("group.account_id", "=", "input_rows.account_id")
          .onRef("group.unique_key", "=", "interaction.group_unique_key"),
      )
      .innerJoin("activity", namedBy("activity", "ticket_type"))
      .leftJoin("host", numberedBy("host", "input_rows"))
      // The condition repeats the account as a value, so that the rows of a distributed database are looked
      // up in one place.
      .where(sql.ref("input_rows.account_id"), "=", values.accountId)
      .select([
        "account.catalogue_version",
        "input_rows.number",
        "interaction.public_key",
        "interaction.timezone",
        "interaction.languages",
        "interaction.default_language",
        "group.unique_key",
        "group.display_name as group_display_name",
        "activity.id as activity_id",
        "activity.title",
        "activity.location_hint",
        "activity.slot_duration_in_minutes as activity_minutes",
        "ticket_type.display_name as ticket_type_display_name",
        "ticket_type.has_limited_capacity",
        "host.display_name as host_display_name",
        "host.slot_duration_in_minutes as host_minutes",
        others(values.accountId).as("others"),
      ]),
  );
}

/**
 * The slots of the place that last otherwise than its host or activity says (A75), as `start=minutes`. They are few
 * of the slots, so a list needs no row of its bookings' slots.
 */
const others = (accountId: AccountId) => sql<string | null>`(
  select string_agg(
    cast(slot.starting_at as text) || '=' || cast(slot.slot_duration_in_minutes as text), ' '
  )
  from slot
  where slot.account_id = ${accountId}
  and slot.interaction_id = activity.interaction_id
  and slot.activity_id = activity.id
  and slot.host_id = coalesce(host.id, '')
  and slot.slot_duration_in_minutes <> coalesce(
    case when host.id is null then activity.slot_duration_in_minutes else host.slot_duration_in_minutes end, 0
  )
)`;

function toOthers(text: string | null): ReadCatalogue["others"] {
  if (text === null) return noOthers;
  return new Map(
    text.split(" ").map((each) => {
      const [startingAt, minutes] = each.split("=").map(Number);
      return [startingAt ?? 0, minutes === 0 ? null : (minutes ?? null)];
    }),
  );
}

const noOthers: ReadCatalogue["others"] = new Map();

function toInputRow(accountId: AccountId, keyText: string, number: number) {
  const { ticketType, host } = parseCatalogueKeyText(keyText);
  return {
    account_id: accountId,
    number,
    ticket_type_number: ticketType,
    host_number: host,
  };
}

function toShown(row: ShownRow): ReadCatalogue {
  return {
    activity: {
      id: row[8],
      title: JSON.parse(row[9]) as LanguageMap,
      locationHint: JSON.parse(row[10]) as LanguageMap,
      slotDurationInMinutes: row[11],
      interaction: {
        publicKey: row[2],
        timezone: row[3],
        languages: JSON.parse(row[4]) as string[],
        defaultLanguage: row[5],
        group: { uniqueKey: row[6], displayName: row[7] },
      },
    },
    ticketType: { displayName: row[12], hasLimitedCapacity: row[13] === 1 },
    host: row[14] === null ? null : { displayName: row[14], slotDurationInMinutes: row[15] },
    others: toOthers(row[16]),
  };
}
