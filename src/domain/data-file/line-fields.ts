import { bookingStatuses } from "../booking.ts";
import { languageList } from "./campaign-languages.ts";
import {
  about,
  clearable,
  leftOutWhenNull,
  objectWith,
  optional,
  orderOf,
  required,
} from "./field.ts";
import {
  listOf,
  baseLanguage,
  bookingId,
  boolean,
  displayName,
  externalId,
  identifier,
  instant,
  languageMap,
  oneOf,
  pastInstant,
  slotDuration,
  timeZone,
  uuid,
  writtenAsInstant,
  writtenAsInstantOrNull,
} from "./values.ts";
import { shopFields } from "./shop-data.ts";
import * as seats from "./seat-values.ts";
import { formatTicket, ticketFields, ticketsMax } from "./tickets-of-line.ts";

/** Slots stay at their instants, and everybody is told another local time; or they move to the same hour of the new zone. */
export const zoneChanges = ["keep_instants", "keep_wall_clock"] as const;
export type ZoneChange = (typeof zoneChanges)[number];

const textsByLanguage = "Texts by base language code.";

const laterDuration = about(
  "How long slots last that are made later.",
  clearable(slotDuration, null),
);

const ticketsPerContact = about(
  "How many live tickets one contact may have of it; without it any number.",
  clearable(seats.oneOrMore, null),
);

const bookingCutoff = about(
  "Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket " +
    "type's is its campaign's, and a campaign's is 0.",
  clearable(seats.bookingCutoff, null),
);

/** The fields of each kind of line beside `kind`, in their order. */
export const fields = {
  // The organisation that campaigns belong to.
  group: {
    unique_key: required(identifier),
    display_name: required(displayName),
  },
  // A campaign. Its `id` is generated where the file has none.
  interaction: {
    public_key: required(identifier),
    id: optional(uuid, null),
    group: about("The group's unique key.", required(identifier)),
    timezone: about("An IANA name.", required(timeZone)),
    zone_change: about(
      "Needed where another timezone changes the local time of slots to come: keep_instants leaves them at their instants, " +
        "keep_wall_clock moves them and their bookings to the same hour of its clocks.",
      orderOf(oneOf(zoneChanges)),
    ),
    default_language: about("A base language code.", required(baseLanguage)),
    languages: required(languageList),
    cancellation_cutoff_minutes: clearable(seats.anyNumber, null),
    booking_cutoff_minutes: bookingCutoff,
    waitlist_promotion: clearable(seats.waitlistPromotion, "manual" as const),
    waitlist_offer_minutes: about(
      "How long a seat is kept for the first in line, where waitlist_promotion is offer; null: 720.",
      clearable(seats.offerMinutes, null),
    ),
    reminder_minutes: about(
      "How many minutes before a slot starts the changes have reminder-due for each CONFIRMED booking; null: never.",
      clearable(seats.reminders, null),
    ),
    // For operators: no answer of the interface has it.
    title: about(
      "What operators read instead of the public key, by base language code.",
      clearable(languageMap, {}),
    ),
    tickets_per_contact: ticketsPerContact,
    contact_limit_counts: about(
      "Which of a contact's live tickets tickets_per_contact counts: `all`; `upcoming`, those of slots that have " +
        "not ended; `week` (from Monday) or `month`, those of the week or month of the booked slot, in the " +
        "campaign's zone. New campaigns: `upcoming`.",
      seats.limitCounts,
    ),
  },
  // A bookable activity of a campaign. Its id is unique within the campaign only.
  activity: {
    interaction: required(identifier),
    id: required(identifier),
    title: about(textsByLanguage, required(languageMap)),
    location_hint: about(textsByLanguage, clearable(languageMap, {})),
    slot_duration_in_minutes: laterDuration,
  },
  // One of the hosts that an activity offers a choice of.
  host: {
    interaction: required(identifier),
    activity: required(identifier),
    id: required(identifier),
    display_name: required(displayName),
    slot_duration_in_minutes: laterDuration,
    overlaps: about(
      "Whether it may have two slots at one time, as a room or a desk may; false: it is a person, and such slots are " +
        "made with a warning.",
      clearable(boolean, false, { write: (overlaps) => overlaps || undefined }),
    ),
  },
  // A kind of ticket of an activity; only the limited ones take seats.
  ticket_type: {
    interaction: required(identifier),
    activity: required(identifier),
    id: required(identifier),
    display_name: required(displayName),
    has_limited_capacity: required(boolean),
    tickets_per_contact: ticketsPerContact,
    capacity_per_slot: about(
      "How many tickets of it each slot takes; only where the capacity is limited.",
      clearable(seats.capacityPerSlot, null),
    ),
    booking_cutoff_minutes: bookingCutoff,
    bookable_from: about(
      "From when on it is given; without it at once.",
      clearable(instant, null, writtenAsInstantOrNull),
    ),
    bookable_until: about(
      "When it ceases to be given; a cut-off that comes earlier counts as well.",
      clearable(instant, null, writtenAsInstantOrNull),
    ),
  },
  // A time at which an activity, or one of its hosts, is bookable.
  slot: {
    interaction: required(identifier),
    activity: required(identifier),
    host: optional(identifier, null),
    starting_at: required(instant, writtenAsInstant),
    capacity: required(seats.anyNumber),
    slot_duration_in_minutes: clearable(slotDuration, null),
    // The limits that the slot says; a line changes those that it names, and null removes one, or all.
    ticket_types: leftOutWhenNull(clearable(seats.typeCapacities, null)),
    // Whether it was called off: nobody books it until it has seats again. Absent with a capacity of 0: as it is.
    closed: clearable(boolean, false, { write: (closed) => closed || undefined }),
  },
  // A contact's booking, in the state of another system.
  booking: {
    booking: required(bookingId),
    external_id: required(externalId),
    interaction: required(identifier),
    activity: required(identifier),
    host: optional(identifier, null),
    slot_starting_at: required(instant, writtenAsInstant),
    ticket_type: required(identifier),
    booking_status: required(oneOf(bookingStatuses)),
    booked_at: required(pastInstant, writtenAsInstant),
    tickets: optional(
      listOf(objectWith(ticketFields), {
        min: 1,
        max: ticketsMax,
        expected: `a list of 1 to ${ticketsMax} tickets`,
      }),
      null,
      { write: (tickets) => tickets.map(formatTicket) },
    ),
    ...shopFields,
    // When the line's own system last changed the booking.
    changed_at: optional(pastInstant, null, writtenAsInstant),
  },
};
