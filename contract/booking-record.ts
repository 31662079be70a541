import { Type, type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const instant = { format: "date-time", pattern: "Z$", description: "RFC 3339, UTC, ending in Z." };

/** The statuses that responses hold; CHECKED_IN is a filter value only. */
export const BookingStatus = Type.Union([
  Type.Literal("CONFIRMED"),
  Type.Literal("WAITLIST"),
  Type.Literal("CANCELLED"),
]);

/** Element of `bookings` (interface, Booking record). Closed: nothing else is sent. */
export const BookingRecord = Type.Object(
  {
    activity: Type.Object(
      {
        id: Type.String({ description: "Touchpoint identifier, unique within its campaign." }),
        title: Type.String({ description: "Localised name." }),
        location_hint: Type.String({ description: "Localised location text." }),
      },
      closed,
    ),
    interaction: Type.Object(
      {
        public_key: Type.String({ description: "Identifies the campaign." }),
        timezone: Type.String({ description: "IANA zone name." }),
      },
      closed,
    ),
    group: Type.Object({ unique_key: Type.String(), display_name: Type.String() }, closed),
    slot_starting_at: Type.String(instant),
    slot_duration_in_minutes: Type.Optional(
      Type.Integer({ description: "Absent when the slot has no set duration." }),
    ),
    booking_status: BookingStatus,
    booked_at: Type.String({ ...instant, description: "Time of the current status." }),
    ticket_type: Type.Object(
      { display_name: Type.String(), has_limited_capacity: Type.Boolean() },
      closed,
    ),
    host: Type.Optional(Type.Object({ display_name: Type.String() }, closed)),
    booking: Type.String({ format: "uuid", description: "Identifier, used unchanged to cancel." }),
  },
  closed,
);
export type BookingRecord = Static<typeof BookingRecord>;

/**
 * The answer of `GET /v1/interactions:fetchContactBookings` (interface, Endpoints 2). `bookings` is
 * absent when the page holds none, `total_count` when nothing matches at all.
 */
export const ContactBookingsResponse = Type.Object(
  {
    bookings: Type.Optional(Type.Array(BookingRecord)),
    page_number: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
    total_count: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
);
export type ContactBookingsResponse = Static<typeof ContactBookingsResponse>;
