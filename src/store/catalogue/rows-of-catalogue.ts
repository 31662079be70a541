import type { CatalogueLine } from "../../domain/data-file/data-line.ts";
import type { BatchRows } from "../write/batch-rows.ts";

/** Makes the rows of catalogue records but slots; `idOf` finds the id of a campaign by its public key. */
export function rowsOfCatalogue(
  records: readonly CatalogueLine[],
  idOf: (publicKey: string) => string,
): BatchRows {
  const of = <Kind extends CatalogueLine["kind"]>(kind: Kind) =>
    records.filter(
      (record): record is Extract<CatalogueLine, { kind: Kind }> => record.kind === kind,
    );
  return {
    groups: of("group").map(({ unique_key, display_name }) => ({ unique_key, display_name })),
    interactions: of("interaction").map((record) => ({
      id: idOf(record.public_key),
      public_key: record.public_key,
      group_unique_key: record.group,
      timezone: record.timezone,
      default_language: record.default_language,
      languages: JSON.stringify(record.languages),
      cancellation_cutoff_minutes: record.cancellation_cutoff_minutes ?? null,
      waitlist_promotion: record.waitlist_promotion ?? "manual",
    })),
    activities: of("activity").map((record) => ({
      interaction_id: idOf(record.interaction),
      id: record.id,
      title: JSON.stringify(record.title),
      location_hint: JSON.stringify(record.location_hint ?? {}),
      slot_duration_in_minutes: record.slot_duration_in_minutes ?? null,
    })),
    hosts: of("host").map((record) => ({
      interaction_id: idOf(record.interaction),
      activity_id: record.activity,
      id: record.id,
      display_name: record.display_name,
      slot_duration_in_minutes: record.slot_duration_in_minutes ?? null,
    })),
    ticketTypes: of("ticket_type").map((record) => ({
      interaction_id: idOf(record.interaction),
      activity_id: record.activity,
      id: record.id,
      display_name: record.display_name,
      has_limited_capacity: record.has_limited_capacity ? 1 : 0,
    })),
  };
}
