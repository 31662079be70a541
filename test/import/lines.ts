import { summerCampaign } from "../harness/summer-campaign.ts";
import { uuidOf } from "./importing.ts";

/** Lines of a small data file; each maker takes what shall be different. */
export const group = (fields: object = {}) => ({
  kind: "group",
  unique_key: "acme-fr",
  display_name: "Acme France",
  ...fields,
});

export const interaction = (fields: object = {}) => ({
  ...summerCampaign,
  ...fields,
});

export const activity = (fields: object = {}) => ({
  kind: "activity",
  interaction: "pk_summer",
  id: "tasting",
  title: { fr: "Dégustation", en: "Tasting" },
  ...fields,
});

export const host = (fields: object = {}) => ({
  kind: "host",
  interaction: "pk_summer",
  activity: "workshop",
  id: "ann",
  display_name: "Ann",
  ...fields,
});

export const ticketType = (fields: object = {}) => ({
  kind: "ticket_type",
  interaction: "pk_summer",
  activity: "tasting",
  id: "standard",
  display_name: "Standard",
  has_limited_capacity: true,
  ...fields,
});

export const eight = "2030-05-01T08:00:00Z";
export const nine = "2030-05-01T09:00:00Z";

export const slot = (fields: object = {}) => ({
  kind: "slot",
  interaction: "pk_summer",
  activity: "tasting",
  starting_at: eight,
  capacity: 2,
  ...fields,
});

export const booking = (name: string, fields: object = {}) => ({
  kind: "booking",
  booking: uuidOf(name),
  external_id: `CUST-${name}`,
  interaction: "pk_summer",
  activity: "tasting",
  slot_starting_at: eight,
  ticket_type: "standard",
  booking_status: "CONFIRMED",
  booked_at: "2030-04-01T10:11:12Z",
  ...fields,
});

/**
 * A campaign with two activities: a tasting without hosts, with two seats at eight and at nine, and
 * a workshop where Ann and Bob have two seats each at eight.
 */
export const catalogue: readonly object[] = [
  group(),
  interaction(),
  activity(),
  ticketType(),
  ticketType({ id: "free", display_name: "Free", has_limited_capacity: false }),
  slot(),
  slot({ starting_at: nine }),
  activity({ id: "workshop", title: {}, location_hint: { fr: "Halle 2" } }),
  ticketType({ activity: "workshop" }),
  host(),
  host({ id: "bob", display_name: "Bob", slot_duration_in_minutes: 20 }),
  slot({ activity: "workshop", host: "ann" }),
  slot({ activity: "workshop", host: "bob" }),
];

/** One booking in each state; one with a host, of the same contact as the first. */
export const bookings = [
  booking("a"),
  booking("b", { booking_status: "WAITLIST" }),
  booking("c", { booking_status: "CANCELLED" }),
  booking("d", {
    slot_starting_at: nine,
    tickets: [
      { attendee: { display_name: "Ada", checked_in_at: "2030-04-02T00:00:00Z" } },
      { cancelled_at: "2030-04-03T00:00:00.5Z" },
    ],
  }),
  booking("e", { activity: "workshop", host: "bob", external_id: "CUST-a" }),
];

export const file: readonly object[] = [...catalogue, ...bookings];

/** How many lines of each kind the file has. */
export const counts = {
  group: 1,
  interaction: 1,
  activity: 2,
  host: 2,
  ticket_type: 3,
  slot: 4,
  booking: 5,
};
