import type { Static } from "typebox";
import { Type } from "./schema.ts";

const closed = { additionalProperties: false } as const;

/** A UUID in the service's form: lower case, without prefix or braces. */
export const uuidPattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

const instant = {
  format: "date-time",
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$",
} as const;

/** The statuses of responses; CHECKED_IN is a filter value only. */
export const BookingStatus = Type.Enum(["CONFIRMED", "WAITLIST", "CANCELLED"], {
  type: "string",
  description:
    "`CONFIRMED`: confirmed, whether or not the person has checked in. `WAITLIST`: waiting for a place in a full slot. `CANCELLED`: cancelled, and still listed. `CHECKED_IN` is never sent: check-in belongs to the attendee, not to the booking.",
});

/** Element of `bookings` (interface, Booking record). The schema is closed: no other field is sent. */
export const BookingRecord = Type.Object(
  {
    activity: Type.Object(
      {
        id: Type.String({
          description:
            "Touchpoint identifier, unique within its campaign only: the pair with `interaction.public_key` identifies an activity.",
        }),
        title: Type.String({
          description:
            "Localised name, in the campaign's resolved language. Where neither that language nor the campaign's default has a text, it may be a JSON object of all texts by language code, as a string: if it parses as a JSON object, show the entry of your language, else the first.",
        }),
        location_hint: Type.String({
          description: "Localised location text, in the same manner. It may be empty.",
        }),
      },
      { ...closed, description: "What was booked." },
    ),
    interaction: Type.Object(
      {
        public_key: Type.String({
          description: "Identifies the campaign; usable as the `public_keys` filter.",
        }),
        timezone: Type.String({
          description: "IANA zone name such as `Europe/Paris`: show the slot in this zone.",
        }),
      },
      { ...closed, description: "The campaign." },
    ),
    group: Type.Object(
      {
        unique_key: Type.String({ description: "Identifies the organisation." }),
        display_name: Type.String({ description: "Its name, not translated." }),
      },
      { ...closed, description: "The organisation that the campaign belongs to." },
    ),
    slot_starting_at: Type.String({
      ...instant,
      description: "Start of the slot: RFC 3339, UTC, ending in `Z`.",
    }),
    slot_duration_in_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "Slot length in minutes: the chosen host's, or the activity's where there is no choice of hosts. Absent when the slot has no set duration; do not assume 60.",
      }),
    ),
    booking_status: BookingStatus,
    booked_at: Type.String({
      ...instant,
      description:
        "Time of the current status, UTC: of the confirmation, of joining the waitlist, or of the cancellation. Check-in does not change it.",
    }),
    ticket_type: Type.Object(
      {
        display_name: Type.String({ description: "Not translated." }),
        has_limited_capacity: Type.Boolean({
          description: "Whether such a ticket takes one of the slot's places.",
        }),
      },
      { ...closed, description: "The kind of ticket." },
    ),
    host: Type.Optional(
      Type.Object(
        { display_name: Type.String({ description: "Not translated." }) },
        {
          ...closed,
          description:
            "The specific host booked, such as a station or a member of staff. Present exactly when the activity offers a choice of hosts. Where to go is in `activity.location_hint`.",
        },
      ),
    ),
    booking: Type.String({
      format: "uuid",
      pattern: uuidPattern,
      description: "Identifies the booking; sent to cancel, unchanged.",
    }),
  },
  { ...closed, description: "One booking. Closed: no field is added to it inside `/v1/`." },
);
export type BookingRecord = Static<typeof BookingRecord>;
