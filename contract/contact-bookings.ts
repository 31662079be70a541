import type { Static } from "typebox";
import { Type } from "./schema.ts";
import { BookingRecord } from "./booking-record.ts";
import { errorsOfCalls, type EndpointContract } from "./endpoint.ts";
import { PreferHeader } from "./headers.ts";

/** Pages count from 1, up to what fits a 32-bit integer. */
export const pageNumbers = { minimum: 1, maximum: 2_147_483_647 } as const;
export const defaultPageSize = 100;

/** The values of the status filter. No booking has the status CHECKED_IN. */
export const statusFilters = ["CONFIRMED", "WAITLIST", "CHECKED_IN", "CANCELLED"] as const;

const scopeRule =
  "Plural by name, but one value, sent once, and not together with `{other}`. A campaign that is not in your account is a 500, never an empty list.";
const bound =
  "RFC 3339 with seconds, sent in UTC. An offset is understood, but its plus sign must be sent as `%2B`. The bound is inclusive and looks at the start of the slot.";

/** Query of `GET /v1/interactions:fetchContactBookings` (interface, Endpoints 2). */
export const ContactBookingsQuery = Type.Object({
  external_id: Type.String({
    minLength: 1,
    description:
      "Your own identifier of the person, compared exactly: case and spaces matter, nothing is trimmed. URL-encode it. One that is longer than 512 characters matches nobody.",
    examples: ["CUST-1"],
  }),
  public_keys: Type.Optional(
    Type.String({
      minLength: 1,
      description: `Scope to one campaign by its public key. ${scopeRule.replace("{other}", "interactions")}`,
      examples: ["pk_summer"],
    }),
  ),
  interactions: Type.Optional(
    Type.String({
      pattern: "^interactions/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
      description: `Scope to one campaign by its resource name, \`interactions/<uuid>\`. ${scopeRule.replace("{other}", "public_keys")}`,
      examples: ["interactions/6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01"],
    }),
  ),
  "slot_date_range.from": Type.Optional(
    Type.String({
      format: "date-time",
      description: `Slots that start at this instant or later. ${bound}`,
      examples: ["2030-05-01T00:00:00Z"],
    }),
  ),
  "slot_date_range.to": Type.Optional(
    Type.String({
      format: "date-time",
      description: `Slots that start at this instant or earlier. ${bound} A \`from\` later than \`to\` is no fault: it matches nothing.`,
      examples: ["2030-05-31T23:59:59Z"],
    }),
  ),
  booking_status: Type.Optional(
    Type.Array(Type.Enum([...statusFilters], { type: "string" }), {
      minItems: 1,
      description:
        "Bookings with this status, in upper case. Repeat the parameter to combine values; a comma list is refused. `CHECKED_IN` is accepted and **never matches**: a person who has checked in still reads `CONFIRMED`.",
      examples: [["CONFIRMED", "WAITLIST"]],
    }),
  ),
  language: Type.Optional(
    Type.String({
      description:
        "Language of `activity.title` and `activity.location_hint`: a base code such as `en` or `fr`. Region subtags are reduced (`fr-CA` means `fr`). Left out, empty, or not offered by a campaign: that campaign's default language. Never an error.",
      examples: ["en"],
    }),
  ),
  page_size: Type.Optional(
    Type.Integer({
      ...pageNumbers,
      default: defaultPageSize,
      description:
        "Bookings per page, in plain digits. A size above the operator's maximum (1000 unless chosen otherwise) is reduced to it: go by the `page_size` of the answer.",
      examples: [100],
    }),
  ),
  page_number: Type.Optional(
    Type.Integer({
      ...pageNumbers,
      default: 1,
      description: "The page to return, starting at 1, in plain digits.",
      examples: [1],
    }),
  ),
});

/**
 * The answer of `GET /v1/interactions:fetchContactBookings` (interface, Endpoints 2). `bookings` is
 * absent when the page holds none, `total_count` when nothing matches at all.
 */
export const ContactBookingsResponse = Type.Object(
  {
    bookings: Type.Optional(
      Type.Array(BookingRecord, {
        minItems: 1,
        description:
          "The bookings on this page, by `slot_starting_at` and then `booking`. **Absent when there are none**: treat it as empty.",
      }),
    ),
    page_number: Type.Integer({ ...pageNumbers, description: "The page returned." }),
    page_size: Type.Integer({
      ...pageNumbers,
      description: "The size applied, which may be smaller than the one you asked for.",
    }),
    total_count: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "Bookings that match the filters, over all pages. **Absent when there are none**: treat it as zero.",
      }),
    ),
  },
  { additionalProperties: false, description: "One page. Missing is never `null`." },
);
export type ContactBookingsResponse = Static<typeof ContactBookingsResponse>;

export const fetchContactBookings = {
  name: "interactions:fetchContactBookings",
  method: "GET",
  path: "/v1/interactions:fetchContactBookings",
  summary: "List a contact's bookings",
  description: `Lists what one person has booked, in one campaign or in all of the account, cancelled bookings included.

- **Strict on purpose.** What cannot be understood is a **500 with code 3** whose message names the parameter; nothing is guessed or dropped. A name that is nearly right, such as \`public_key\` or \`booking_status[]\`, is refused in the same way. Only *unknown* parameters are ignored, and \`X-Ignored-Parameters\` names them.
- **Nothing found is a 200 without \`bookings\` and without \`total_count\`.** A person without bookings and a person nobody has heard of get the very same answer.
- **Pages are not frozen.** Stop when \`page_number × page_size\` (of the answer) has reached \`total_count\`, or when an answer has no \`bookings\`. A page past the end is a 200 with the true \`total_count\`. Collect all pages before you cancel anything, and drop repeats by \`booking\`.
- For an account page of upcoming bookings, ask for \`booking_status=CONFIRMED&booking_status=WAITLIST\` and a \`slot_date_range.from\`. With \`Prefer: cancellable\` the answer also says which of them a cancel would refuse now.`,
  authenticated: true,
  query: ContactBookingsQuery,
  body: null,
  bodyBesideBasic: null,
  form: null,
  headers: { Prefer: PreferHeader },
  answer: ContactBookingsResponse,
  answerDescription: "One page of the bookings that match, which may be none.",
  errors: [
    ...errorsOfCalls,
    "parameter-missing",
    "parameter-misnamed",
    "parameter-repeated",
    "parameter-malformed",
    "query-malformed",
    "both-scopes",
    "unknown-public-key",
    "unknown-interaction",
  ],
} as const satisfies EndpointContract;
