/** The catalogue columns that both lists read. */
export const catalogueColumns = `interaction.public_key,
    interaction.timezone,
    interaction.default_language,
    "group".unique_key,
    "group".display_name as group_name,
    activity.id as activity_id,
    activity.title,
    activity.location_hint,
    activity.slot_duration_in_minutes as activity_minutes,
    ticket_type.display_name as ticket_type_name,
    ticket_type.has_limited_capacity,
    host.display_name as host_name,
    host.slot_duration_in_minutes as host_minutes`;

export interface CatalogueTexts {
  readonly public_key: string;
  readonly timezone: string;
  readonly default_language: string;
  readonly unique_key: string;
  readonly group_name: string;
  readonly activity_id: string;
  readonly title: string;
  readonly location_hint: string;
  readonly activity_minutes: number | null;
  readonly ticket_type_name: string;
  readonly has_limited_capacity: number;
  readonly host_name: string | null;
  readonly host_minutes: number | null;
}

/** The parts of a record that are not the booking's own. */
export function partsOf(row: CatalogueTexts) {
  return {
    activity: {
      id: row.activity_id,
      title: textIn(row.title, row.default_language),
      location_hint: textIn(row.location_hint, row.default_language),
    },
    interaction: { public_key: row.public_key, timezone: row.timezone },
    group: { unique_key: row.unique_key, display_name: row.group_name },
    minutes: row.host_name === null ? row.activity_minutes : row.host_minutes,
    ticketType: {
      display_name: row.ticket_type_name,
      has_limited_capacity: row.has_limited_capacity === 1,
    },
    host: row.host_name === null ? null : { display_name: row.host_name },
  };
}

function textIn(map: string, language: string): string {
  return (JSON.parse(map) as Record<string, string>)[language] ?? "";
}
