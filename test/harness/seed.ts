import type { TestAccount } from "./service.ts";

/** Data for every sentence of the interface, in three accounts of two tenants. */
export const ids = {
  summer: "6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01",
  winter: "6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02",
  fair: "6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a03",
} as const;

export const productionHost = "api.acme.example";
export const uatHost = "uat.acme.example";
export const otherHost = "api.other.example";

export const group = { kind: "group", unique_key: "acme-fr", display_name: "Acme France" };

export const catalogue: readonly object[] = [
  group,
  { kind: "group", unique_key: "acme-us", display_name: "Acme US" },
  {
    kind: "interaction",
    id: ids.summer,
    public_key: "pk_summer",
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr", "en"],
  },
  {
    kind: "interaction",
    id: ids.winter,
    public_key: "pk_winter",
    group: "acme-us",
    timezone: "America/New_York",
    default_language: "en",
    languages: ["en", "es"],
  },
  {
    kind: "interaction",
    id: ids.fair,
    public_key: "pk_fair",
    group: "acme-fr",
    timezone: "Asia/Kolkata",
    default_language: "fr",
    languages: ["fr"],
  },
  // The same activity id under two campaigns, with other texts.
  activity(
    "pk_summer",
    "tasting",
    { fr: "Dégustation", en: "Tasting" },
    { fr: "Halle 2", en: "Hall 2" },
    45,
  ),
  activity("pk_winter", "tasting", { en: "Winter tasting", es: "Cata" }, { en: "Cellar" }, 30),
  activity("pk_summer", "workshop", { fr: "Atelier", en: "Workshop" }, undefined, 45),
  activity("pk_summer", "tour", { fr: "Visite" }, {}, undefined),
  activity("pk_fair", "talk", { it: "Discorso", de: "Vortrag" }, { fr: "", it: "Sala" }, undefined),
  // The workshop offers a choice of hosts.
  {
    kind: "host",
    interaction: "pk_summer",
    activity: "workshop",
    id: "ann",
    display_name: "Ann",
    slot_duration_in_minutes: 20,
  },
  { kind: "host", interaction: "pk_summer", activity: "workshop", id: "bob", display_name: "Bob" },
  ...["tasting", "workshop", "tour"].flatMap((id) => ticketTypes("pk_summer", id)),
  ...ticketTypes("pk_winter", "tasting"),
  ...ticketTypes("pk_fair", "talk"),
];

function activity(
  interaction: string,
  id: string,
  title: object,
  locationHint: object | undefined,
  minutes: number | undefined,
): object {
  return {
    kind: "activity",
    interaction,
    id,
    title,
    ...(locationHint !== undefined && { location_hint: locationHint }),
    ...(minutes !== undefined && { slot_duration_in_minutes: minutes }),
  };
}

function ticketTypes(interaction: string, activityId: string): object[] {
  const place = { kind: "ticket_type", interaction, activity: activityId };
  return [
    { ...place, id: "standard", display_name: "Standard", has_limited_capacity: true },
    { ...place, id: "open", display_name: "Open", has_limited_capacity: false },
  ];
}

let bookingsMade = 0;

/** A new booking id. */
export function newBookingId(): string {
  bookingsMade += 1;
  return `2f6c1d1e-6f0e-4b52-9a34-${String(bookingsMade).padStart(12, "0")}`;
}

export interface BookingLine {
  readonly kind: "booking";
  readonly booking: string;
  readonly external_id: string;
  readonly slot_starting_at: string;
  readonly booked_at: string;
  readonly booking_status: string;
  readonly [field: string]: unknown;
}

/** By default a confirmed booking of the summer's tasting. */
export function booking(externalId: string, fields: Record<string, unknown> = {}): BookingLine {
  return {
    kind: "booking",
    booking: newBookingId(),
    external_id: externalId,
    interaction: "pk_summer",
    activity: "tasting",
    slot_starting_at: "2030-05-01T08:00:00Z",
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: "2025-04-01T10:11:12Z",
    ...fields,
  };
}

/** The bookings and the slots that they need, each slot with enough seats for its bookings. */
export function withSlots(bookings: readonly BookingLine[]): object[] {
  const slots = new Map<string, object>();
  for (const line of bookings) {
    const slot = {
      kind: "slot",
      interaction: line["interaction"],
      activity: line["activity"],
      ...(line["host"] !== undefined && { host: line["host"] }),
      starting_at: line.slot_starting_at,
    };
    slots.set(JSON.stringify(slot), { ...slot, capacity: 100_000 });
  }
  return [...slots.values(), ...bookings];
}

/** Acme's production account with the catalogue and these bookings. */
export function acmeWith(bookings: readonly BookingLine[]): TestAccount {
  return {
    name: { tenant: "acme", environment: "production" },
    hosts: [productionHost],
    data: [...catalogue, ...withSlots(bookings)],
  };
}

export function acmeUatWith(bookings: readonly BookingLine[]): TestAccount {
  return {
    name: { tenant: "acme", environment: "uat" },
    hosts: [uatHost],
    data: [...catalogue, ...withSlots(bookings)],
  };
}

export function otherWith(bookings: readonly BookingLine[]): TestAccount {
  return {
    name: { tenant: "other", environment: "production" },
    hosts: [otherHost],
    data: [...catalogue, ...withSlots(bookings)],
  };
}

export const fetchPath = "/v1/interactions:fetchContactBookings";
export const cancelPath = "/v1/interactions:cancelInteractionBooking";
export const tokenPath = "/v1/oauth:token";
