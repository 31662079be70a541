import {
  bookingOf,
  interactionCount,
  interactionIdOf,
  numberOf,
  places,
  slotStartOf,
  timesOf,
  type World,
} from "./world.ts";

export type Value = string | number | null;

/** Rows of one table, in their final form. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Value[]>;
}

const zones = ["Europe/Paris", "America/New_York", "Asia/Kolkata", "Europe/Berlin"];
const activities = [
  { id: "tasting", en: "Tasting in the cellar", fr: "Dégustation à la cave", minutes: 45 },
  { id: "workshop", en: "Workshop for beginners", fr: "Atelier pour débutants", minutes: 90 },
  { id: "tour", en: "Guided tour", fr: "Visite guidée", minutes: null },
];
const hostMinutes = 20;

/** Campaigns, activities, hosts, ticket types and slots; the taken seats agree with the bookings. */
export function catalogueRows(world: World, accountId: number): TableRows[] {
  const interactions = Array.from({ length: interactionCount }, (_, number) => number);
  const perActivity = interactions.flatMap((number) =>
    activities.map((activity) => ({ number, id: interactionIdOf(number), activity })),
  );
  return [
    tableOf(
      '"group"',
      ["acme-fr", "acme-us"].map((key) => ({
        account_id: accountId,
        unique_key: key,
        display_name: `Acme ${key.slice(5)}`,
      })),
    ),
    tableOf(
      "interaction",
      interactions.map((number) => ({
        account_id: accountId,
        id: interactionIdOf(number),
        public_key: `pk_season_${number}`,
        group_unique_key: number % 2 === 0 ? "acme-fr" : "acme-us",
        timezone: zones[number % zones.length] ?? "UTC",
        default_language: "en",
        languages: '["en","fr"]',
        waitlist_promotion: "manual",
        contact_limit_counts: "all",
        number: numberOf.interaction(number),
      })),
    ),
    tableOf(
      "activity",
      perActivity.map(({ number, id, activity }) => ({
        account_id: accountId,
        interaction_id: id,
        id: activity.id,
        title: JSON.stringify({
          en: `${activity.en} ${number}`,
          fr: `${activity.fr} ${number}`,
        }),
        location_hint: JSON.stringify({
          en: `Hall ${number}, ground floor`,
          fr: `Halle ${number}`,
        }),
        slot_duration_in_minutes: activity.minutes,
      })),
    ),
    tableOf(
      "host",
      interactions.flatMap((number) =>
        [1, 2].map((host) => ({
          account_id: accountId,
          interaction_id: interactionIdOf(number),
          activity_id: "tasting",
          id: `station-${host}`,
          display_name: `Station ${host}`,
          slot_duration_in_minutes: hostMinutes,
          number: numberOf.host(number, host),
        })),
      ),
    ),
    tableOf(
      "ticket_type",
      perActivity.flatMap(({ number, id, activity }) =>
        ["Standard", "Open"].map((name) => ({
          account_id: accountId,
          interaction_id: id,
          activity_id: activity.id,
          id: name.toLowerCase(),
          display_name: name,
          has_limited_capacity: name === "Standard" ? 1 : 0,
          number: numberOf.ticketType(number, activity.id, name === "Standard"),
        })),
      ),
    ),
    {
      table: "slot",
      columns: [
        "account_id",
        "interaction_id",
        "activity_id",
        "host_id",
        "starting_at",
        "capacity",
        "taken",
        "overbooked_by",
        "slot_duration_in_minutes",
        "utc_offset_minutes",
        "number",
      ],
      rows: slotRows(world, accountId),
    },
  ];
}

function tableOf(table: string, rows: readonly Readonly<Record<string, Value>>[]): TableRows {
  return {
    table,
    columns: Object.keys(rows[0] ?? {}),
    rows: rows.map((row) => Object.values(row)),
  };
}

const capacity = 100_000;

function* slotRows(world: World, accountId: number): Generator<Value[]> {
  const times = timesOf(world);
  const taken = new Int32Array(places.length * times);
  for (let number = 0; number < world.bookings + world.heavy; number += 1) {
    const booking = bookingOf(world, number);
    const at = booking.place * times + booking.time;
    if (booking.isLimited && !booking.isCancelled) taken[at] = (taken[at] ?? 0) + 1;
  }
  for (const [index, { interaction, activityId, hostId }] of places.entries()) {
    for (let time = 0; time < times; time += 1) {
      yield [
        accountId,
        interactionIdOf(interaction),
        activityId,
        hostId,
        slotStartOf(time),
        capacity,
        taken[index * times + time] ?? 0,
        0,
        minutesOf(activityId, hostId),
        0,
        numberOf.slot(world, index, time),
      ];
    }
  }
}

/** Hosts have a length of their own; 0 is none. */
function minutesOf(activityId: string, hostId: string): number {
  if (hostId !== "") return hostMinutes;
  return activities.find(({ id }) => id === activityId)?.minutes ?? 0;
}
