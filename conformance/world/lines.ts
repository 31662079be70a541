/** The catalogue and bookings of the facts in `facts.ts`, as lines of a data file. */
export type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

/** A booking's UUID. It has letters, so that a difference of case is visible. */
export function bookingId(number: number): string {
  return `c0ffee00-beef-4bad-8dad-${String(number).padStart(12, "0")}`;
}

export const campaignIds = {
  pk_summer: "5a3f0c1e-0001-4000-8000-000000000001",
  pk_winter: "5a3f0c1e-0002-4000-8000-000000000002",
  pk_raw: "5a3f0c1e-0003-4000-8000-000000000003",
  pk_auto: "5a3f0c1e-0004-4000-8000-000000000004",
} as const;

const at = (interaction: string, activity: string) => ({ interaction, activity });
const summer = at("pk_summer", "tasting");
const winter = at("pk_winter", "tasting");
const tour = at("pk_summer", "tour");
const talk = at("pk_summer", "talk");
const mystery = at("pk_raw", "mystery");
const manual = at("pk_winter", "class");
const automatic = at("pk_auto", "class");

const catalogue: Line[] = [
  { kind: "group", unique_key: "acme-fr", display_name: "Acme France" },
  { kind: "group", unique_key: "acme-us", display_name: "Acme America" },
  campaign("pk_summer", "acme-fr", "Europe/Paris", ["fr", "en"]),
  campaign("pk_winter", "acme-us", "America/New_York", ["en", "de"]),
  campaign("pk_raw", "acme-us", "Asia/Kolkata", ["en", "fr"]),
  {
    ...campaign("pk_auto", "acme-us", "Pacific/Auckland", ["en"]),
    waitlist_promotion: "automatic",
  },
  {
    kind: "activity",
    interaction: "pk_summer",
    id: "tasting",
    title: { fr: "Dégustation", en: "Tasting" },
    location_hint: { fr: "Salle 2", en: "Hall 2" },
    slot_duration_in_minutes: 45,
  },
  {
    kind: "activity",
    interaction: "pk_summer",
    id: "tour",
    title: { fr: "Visite", en: "Tour" },
    location_hint: {},
    slot_duration_in_minutes: 45,
  },
  { kind: "activity", interaction: "pk_summer", id: "talk", title: { fr: "Causerie" } },
  {
    kind: "activity",
    interaction: "pk_winter",
    id: "tasting",
    title: { en: "Winter tasting", de: "Winterverkostung" },
    location_hint: { en: "Barn" },
    slot_duration_in_minutes: 90,
  },
  { kind: "activity", interaction: "pk_winter", id: "class", title: { en: "Class" } },
  {
    kind: "activity",
    interaction: "pk_raw",
    id: "mystery",
    title: { de: "Verkostung", it: "Degustazione" },
    location_hint: { en: "Cellar" },
  },
  { kind: "activity", interaction: "pk_auto", id: "class", title: { en: "Evening class" } },
  {
    kind: "host",
    ...summer,
    id: "station-3",
    display_name: "Station 3",
    slot_duration_in_minutes: 20,
  },
  { kind: "host", ...summer, id: "station-4", display_name: "Station 4" },
  ...[summer, winter, tour, talk, mystery, manual, automatic].map((activity) => ({
    kind: "ticket_type",
    ...activity,
    id: "standard",
    display_name: "Standard",
    has_limited_capacity: true,
  })),
  {
    kind: "ticket_type",
    ...tour,
    id: "open",
    display_name: "Open",
    has_limited_capacity: false,
  },
];

/** The hour after Paris puts its clocks forward, and a minute before it puts them back. */
export const dstStarts = ["2030-03-31T01:00:00Z", "2030-10-27T00:59:00Z"] as const;
/** In the past, when a check-in is plausible. */
export const pastStart = "2025-06-01T08:00:00Z";
const start = (day: number, hour: number) =>
  `2030-06-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00Z`;

export const bookedAt = "2025-05-01T10:11:12Z";
export const cancelledAt = "2025-05-03T08:30:00Z";
export const waitingSince = "2025-05-02T09:00:00.250Z";

const capacity = 500;
const slots = new Map<string, Line>();

const listed = [
  booking(1, "Listed-1", { ...summer, host: "station-3" }, pastStart, {
    tickets: [{ attendee: { display_name: "Ada", checked_in_at: "2025-06-01T07:55:00Z" } }],
  }),
  booking(2, "Listed-1", { ...summer, host: "station-4" }, start(1, 9)),
  booking(3, "Listed-1", tour, start(1, 9)),
  booking(4, "Listed-1", talk, start(2, 9)),
  booking(5, "Listed-1", winter, start(3, 9), cancelled()),
  booking(6, "Listed-1", mystery, dstStarts[0]),
  booking(7, "Listed-1", tour, dstStarts[1], { ticket_type: "open" }),
  booking(8, "Listed-1", manual, start(4, 9), waiting()),
  booking(9, "Listed-1", { ...summer, host: "station-3" }, start(5, 9)),
  booking(10, "Listed-1", tour, start(6, 9), {
    tickets: [{}, { attendee: { checked_in_at: "2025-06-01T07:55:00Z" } }],
  }),
  booking(11, "Listed-1", winter, start(7, 9), { tickets: [{ cancelled_at: cancelledAt }] }),
  booking(12, "Listed-1", winter, start(8, 9)),
];

const takeable = numbers(100, 16).map((n) => booking(n, "Cancel-1", tour, start(9, n % 24)));
const halfGone = booking(140, "Cancel-1", tour, start(9, 1), {
  tickets: [
    {},
    { cancelled_at: "2025-06-01T08:00:00Z", attendee: { checked_in_at: "2025-06-01T07:55:00Z" } },
  ],
});
const waitlisted = numbers(130, 3).map((n) =>
  booking(n, "Cancel-1", manual, start(10, n % 24), waiting()),
);
const many = numbers(200, 105).map((n) =>
  // Five bookings to a slot, so that only the tie-break separates pages.
  booking(n, "Many-1", winter, start(11 + (n % 7), n % 3)),
);
const full = [manual, automatic].flatMap((activity, index) => {
  const n = 400 + index * 10;
  const day = start(20 + index, 9);
  return [
    booking(n, "Queue-1", activity, day, { capacity: 1 }),
    booking(n + 1, "Queue-2", activity, day, { ...waiting(), booked_at: "2025-05-02T09:00:00Z" }),
    booking(n + 2, "Queue-3", activity, day, { ...waiting(), booked_at: "2025-05-02T09:30:00Z" }),
  ];
});
const all = [...listed, ...takeable, halfGone, ...waitlisted, ...many, ...full];

/** The account under test. */
export const accountLines: readonly Line[] = [...catalogue, ...slots.values(), ...all];
/** Another account with the same external ids, activity and times, and one campaign of its own. */
export const otherAccountLines: readonly Line[] = foreign("pk_globex", 900);
/** The same tenant's other environment. */
export const otherEnvironmentLines: readonly Line[] = foreign("pk_summer", 950);

export const otherCampaignId = "5a3f0c1e-0009-4000-8000-000000000009";

function foreign(public_key: string, n: number): Line[] {
  const activity = { interaction: public_key, activity: "tasting" };
  return [
    { kind: "group", unique_key: "acme-fr", display_name: "Somebody else" },
    {
      ...campaign(public_key, "acme-fr", "Europe/Berlin", ["de"]),
      id:
        n === 900 ? "5a3f0c1e-0009-4000-8000-000000000009" : "5a3f0c1e-0010-4000-8000-000000000010",
    },
    { kind: "activity", ...activity, activity: undefined, id: "tasting", title: { de: "Fremd" } },
    {
      kind: "ticket_type",
      ...activity,
      id: "standard",
      display_name: "S",
      has_limited_capacity: true,
    },
    { kind: "slot", ...activity, starting_at: start(1, 9), capacity },
    {
      kind: "booking",
      booking: bookingId(n),
      external_id: "Listed-1",
      ...activity,
      slot_starting_at: start(1, 9),
      ticket_type: "standard",
      booking_status: "CONFIRMED",
      booked_at: bookedAt,
    },
  ];
}

function campaign(
  public_key: string,
  group: string,
  timezone: string,
  languages: readonly [string, ...string[]],
): Line {
  const id = (campaignIds as Record<string, string>)[public_key];
  return {
    kind: "interaction",
    id,
    public_key,
    group,
    timezone,
    default_language: languages[0],
    languages,
  };
}

function cancelled() {
  return { booking_status: "CANCELLED", booked_at: cancelledAt };
}

function waiting() {
  return { booking_status: "WAITLIST", booked_at: waitingSince, capacity: 0 };
}

function booking(
  number: number,
  external_id: string,
  where: { interaction: string; activity: string; host?: string },
  slot_starting_at: string,
  { capacity: seats = capacity, ...other }: { capacity?: number; [field: string]: unknown } = {},
): Line {
  const key = JSON.stringify([where, slot_starting_at]);
  // The first booking of a slot decides its number of seats.
  if (!slots.has(key)) {
    slots.set(key, { kind: "slot", ...where, starting_at: slot_starting_at, capacity: seats });
  }
  return {
    kind: "booking",
    booking: bookingId(number),
    external_id,
    ...where,
    slot_starting_at,
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: bookedAt,
    ...other,
  };
}

function numbers(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
