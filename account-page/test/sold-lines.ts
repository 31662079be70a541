import { booking } from "../../test/harness/seed.ts";

/** What the page under test sells: the week from 6 May 2030, by the clocks of Paris. */
const campaign = "pk_class";
const yoga = { interaction: campaign, activity: "yoga" };
const pilates = { interaction: campaign, activity: "pilates" };
const gala = { interaction: campaign, activity: "gala" };

export const week = "2030-05-06";
export const free = "2030-05-06T08:00:00Z";
export const last = "2030-05-06T10:00:00Z";
export const full = "2030-05-07T08:00:00Z";
export const offered = "2030-05-11T08:00:00Z";

const slot = (place: object, start: string, capacity: number) => ({
  kind: "slot",
  ...place,
  starting_at: start,
  capacity,
});

const type = (place: object, id: string, name: string, more: object = {}) => ({
  kind: "ticket_type",
  ...place,
  id,
  display_name: name,
  has_limited_capacity: true,
  ...more,
});

const activity = (id: string, en: string, fr: string) => ({
  kind: "activity",
  interaction: campaign,
  id,
  title: { en, fr },
  location_hint: { en: "Room 1", fr: "Salle 1" },
  slot_duration_in_minutes: 60,
});

export const waitsForOffer = booking("shop-offered", {
  ...yoga,
  slot_starting_at: offered,
  booking_status: "WAITLIST",
});
export const holdsOffered = booking("shop-holder", { ...yoga, slot_starting_at: offered });

export const soldLines: readonly object[] = [
  {
    kind: "interaction",
    public_key: campaign,
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr", "en"],
    waitlist_promotion: "offer",
    tickets_per_contact: 4,
  },
  // Of a second campaign, which has no slot.
  {
    kind: "interaction",
    public_key: "pk_choir",
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "en",
    languages: ["fr", "en"],
  },
  { ...activity("choir", "Choir", "Chorale"), interaction: "pk_choir" },
  activity("yoga", "Morning yoga", "Yoga du matin"),
  activity("pilates", "Pilates", "Pilates"),
  activity("gala", "Gala", "Gala"),
  { kind: "host", ...pilates, id: "anna", display_name: "Anna" },
  { kind: "host", ...pilates, id: "ben", display_name: "Ben" },
  type(yoga, "standard", "Standard"),
  type(pilates, "standard", "Standard"),
  type(pilates, "online", "Online", { has_limited_capacity: false }),
  type(gala, "later", "Ball ticket", { bookable_from: "2030-05-01T07:00:00Z" }),
  slot(yoga, free, 5),
  slot(yoga, last, 1),
  slot(yoga, full, 1),
  slot({ ...pilates, host: "anna" }, "2030-05-08T16:00:00Z", 8),
  slot({ ...pilates, host: "ben" }, "2030-05-08T16:00:00Z", 8),
  slot(gala, "2030-05-09T18:00:00Z", 50),
  slot(yoga, offered, 1),
  booking("shop-early", { ...yoga, slot_starting_at: full }),
  booking("shop-early", {
    ...yoga,
    slot_starting_at: full,
    booking_status: "WAITLIST",
  }),
  holdsOffered,
  waitsForOffer,
];
