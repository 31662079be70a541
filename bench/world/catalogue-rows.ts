import {
  bookingOf,
  interactionCount,
  interactionIdOf,
  places,
  slotStartOf,
  timesOf,
  type World,
} from "./world.ts";

export type Value = string | number | null;

/** Rows of one table, ready to be written as they are. */
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

/** Campaigns, activities, hosts, ticket types and slots; seats are taken as the bookings take them. */
export function catalogueRows(world: World, accountId: number): TableRows[] {
  const interactions = Array.from({ length: interactionCount }, (_, number) => number);
  const perActivity = interactions.flatMap((number) =>
    activities.map((activity) => ({ number, id: interactionIdOf(number), activity })),
  );
  return [
    {
      table: '"group"',
      columns: ["account_id", "unique_key", "display_name"],
      rows: ["acme-fr", "acme-us"].map((key) => [accountId, key, `Acme ${key.slice(5)}`]),
    },
    {
      table: "interaction",
      columns: [
        "account_id",
        "id",
        "public_key",
        "group_unique_key",
        "timezone",
        "default_language",
        "languages",
        "waitlist_promotion",
      ],
      rows: interactions.map((number) => [
        accountId,
        interactionIdOf(number),
        `pk_season_${number}`,
        number % 2 === 0 ? "acme-fr" : "acme-us",
        zones[number % zones.length] ?? "UTC",
        "en",
        '["en","fr"]',
        "manual",
      ]),
    },
    {
      table: "activity",
      columns: [
        "account_id",
        "interaction_id",
        "id",
        "title",
        "location_hint",
        "slot_duration_in_minutes",
      ],
      rows: perActivity.map(({ number, id, activity }) => [
        accountId,
        id,
        activity.id,
        JSON.stringify({ en: `${activity.en} ${number}`, fr: `${activity.fr} ${number}` }),
        JSON.stringify({ en: `Hall ${number}, ground floor`, fr: `Halle ${number}` }),
        activity.minutes,
      ]),
    },
    {
      table: "host",
      columns: [
        "account_id",
        "interaction_id",
        "activity_id",
        "id",
        "display_name",
        "slot_duration_in_minutes",
      ],
      rows: interactions.flatMap((number) =>
        [1, 2].map((host) => [
          accountId,
          interactionIdOf(number),
          "tasting",
          `station-${host}`,
          `Station ${host}`,
          20,
        ]),
      ),
    },
    {
      table: "ticket_type",
      columns: [
        "account_id",
        "interaction_id",
        "activity_id",
        "id",
        "display_name",
        "has_limited_capacity",
      ],
      rows: perActivity.flatMap(({ id, activity }) => [
        [accountId, id, activity.id, "standard", "Standard", 1],
        [accountId, id, activity.id, "open", "Open", 0],
      ]),
    },
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
      ],
      rows: slotRows(world, accountId),
    },
  ];
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
      ];
    }
  }
}
