import { Type, type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const text = Type.String({ minLength: 1 });
const instant = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$" });
const texts = Type.Record(Type.String(), Type.String());

/** The output of `booking credential create --json`; in a data file also the path of such a file. */
export const Credentials = Type.Object({
  client_id: text,
  client_secret: text,
  audience: text,
});
export type Credentials = Static<typeof Credentials>;

const place = { base_url: Type.Optional(text), host: Type.Optional(text) };
const booking = { external_id: text, booking: text };
const Booking = Type.Object(booking, closed);
/** A booking and the contact whose list contains it. */
export type NamedBooking = Static<typeof Booking>;

/**
 * The facts about the target's data. Every part is optional: a rule whose part is missing is skipped, and the
 * report names that part.
 */
export const Facts = Type.Object(
  {
    listed: Type.Optional(
      Type.Object({ external_id: text, bookings: Type.Optional(Type.Array(text)) }, closed),
    ),
    empty: Type.Optional(Type.Object({ external_id: text }, closed)),
    many: Type.Optional(
      Type.Object({ external_id: text, total: Type.Integer({ minimum: 101 }) }, closed),
    ),
    campaign: Type.Optional(
      Type.Object({ external_id: text, public_key: text, interaction: text }, closed),
    ),
    translated: Type.Optional(
      Type.Object(
        {
          ...booking,
          default_language: text,
          unoffered_language: text,
          texts: Type.Record(
            Type.String(),
            Type.Object({ title: Type.String(), location_hint: Type.String() }, closed),
          ),
        },
        closed,
      ),
    ),
    fallback_language: Type.Optional(
      Type.Object({ ...booking, language: text, title: text }, closed),
    ),
    raw_map: Type.Optional(
      Type.Object(
        {
          ...booking,
          field: Type.Union([Type.Literal("title"), Type.Literal("location_hint")]),
          texts,
        },
        closed,
      ),
    ),
    same_activity_id: Type.Optional(
      Type.Array(
        Type.Object({ ...booking, activity_id: text, public_key: text, title: text }, closed),
        { minItems: 2 },
      ),
    ),
    host_length: Type.Optional(
      Type.Object({ ...booking, host: text, minutes: Type.Integer({ minimum: 1 }) }, closed),
    ),
    host_without_length: Type.Optional(Type.Object({ ...booking, host: text }, closed)),
    activity_length: Type.Optional(
      Type.Object({ ...booking, minutes: Type.Integer({ minimum: 1 }) }, closed),
    ),
    no_length: Type.Optional(Booking),
    unlimited_ticket: Type.Optional(Booking),
    limited_ticket: Type.Optional(Booking),
    known_starts: Type.Optional(
      Type.Array(Type.Object({ ...booking, slot_starting_at: instant, timezone: text }, closed), {
        minItems: 1,
      }),
    ),
    known_times: Type.Optional(
      Type.Array(Type.Object({ ...booking, booking_status: text, booked_at: instant }, closed), {
        minItems: 1,
      }),
    ),
    checked_in: Type.Optional(Type.Object({ ...booking, booked_at: instant }, closed)),
    partly_checked_in: Type.Optional(Booking),
    checked_in_ticket_cancelled: Type.Optional(Booking),
    ticket_cancelled: Type.Optional(Booking),
    cancellable: Type.Optional(Type.Array(Booking)),
    cancellable_waitlist: Type.Optional(Type.Array(Booking)),
    full_slots: Type.Optional(
      Type.Array(
        Type.Object({ confirmed: Booking, waiting: Type.Array(Booking, { minItems: 2 }) }, closed),
      ),
    ),
    other_account: Type.Optional(
      Type.Object(
        {
          ...place,
          ...booking,
          credentials: Credentials,
          public_key: text,
          interaction: text,
          shared_external_id: Type.Optional(text),
        },
        closed,
      ),
    ),
    other_environment: Type.Optional(
      Type.Object({ ...place, credentials: Credentials, external_id: text }, closed),
    ),
    second_host: Type.Optional(Type.Object(place, closed)),
    second_credentials: Type.Optional(Type.Object({ credentials: Credentials }, closed)),
    revoked_credentials: Type.Optional(Type.Object({ credentials: Credentials }, closed)),
    endpoint_off: Type.Optional(
      Type.Object(
        {
          ...place,
          credentials: Credentials,
          endpoint: Type.Union([Type.Literal("fetch"), Type.Literal("cancel")]),
        },
        closed,
      ),
    ),
    short_lived: Type.Optional(Type.Object({ ...place, credentials: Credentials }, closed)),
    rate_limited: Type.Optional(
      Type.Object(
        {
          ...place,
          credentials: Credentials,
          requests: Type.Integer({ minimum: 1, maximum: 10_000 }),
          second_address: Type.Optional(text),
        },
        closed,
      ),
    ),
    unavailable: Type.Optional(Type.Object({ ...place, credentials: Credentials }, closed)),
  },
  closed,
);
export type Facts = Static<typeof Facts>;
export type FactName = keyof Facts;
