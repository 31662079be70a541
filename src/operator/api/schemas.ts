import { Type, type TObject, type TSchema } from "typebox";
import { RequestIdHeader } from "../../../contract/headers.ts";

/** Shapes that the operator API sends and takes; the names are those of the command line's `--json`. */

/** Text without NUL, which not every engine can be asked for. */
export function text(maxLength: number, description: string): ReturnType<typeof Type.String> {
  return Type.String({ minLength: 1, maxLength, pattern: "^[^\\u0000]+$", description });
}

export const time = (description: string) =>
  Type.String({ format: "date-time", description: `${description} RFC 3339, UTC in answers.` });
const timeOrNull = (description: string) =>
  Type.Union([time(description), Type.Null()], { description });
const textOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

export const Uuid = Type.String({
  pattern: "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  description: "A lower-case UUID.",
});
export const publicKey = text(256, "The campaign's public key.");
export const activityId = text(256, "The activity's id inside its campaign.");
export const hostId = text(256, "The host's id, where the activity offers a choice of hosts.");
export const ticketTypeId = text(256, "The ticket type's id.");
export const externalId = text(512, "The caller's identifier of the contact.");
export const Capacity = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: "How many seats there are.",
});
export const AccountText = text(80, "An account, `tenant/environment`.");
export const Role = Type.Union(
  [Type.Literal("admin"), Type.Literal("staff"), Type.Literal("viewer")],
  { description: "admin: everything; staff: look up and check in; viewer: only look." },
);

/** The page that a list is asked for. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: "Items on a page; 100 by default." }),
  ),
  cursor: Type.Optional(text(4096, "The next_cursor of the page before.")),
} as const;
export const limitDefault = 100;

export function page(item: TSchema): TObject {
  return Type.Object({
    items: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Send it as cursor for the next page; null on the last one.",
    }),
  });
}

export function listOf(item: TSchema): TObject {
  return Type.Object({ items: Type.Array(item) });
}

export const Problem = Type.Object(
  {
    type: Type.String({ description: "A URN that ends in the problem's name." }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What happened, and what to do." }),
    request_id: RequestIdHeader,
  },
  { description: "RFC 9457. Some problems have members of their own." },
);

export const Account = Type.Object({
  account: AccountText,
  api_hosts: Type.Array(Type.String()),
  enabled_endpoints: Type.Array(Type.String()),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "Rows by their kind." }),
});

export const Credential = Type.Object({
  client_id: Type.String(),
  audience: Type.String(),
  account: AccountText,
  created_at: time("When it was made."),
  revoked_at: timeOrNull("When it ended."),
  secrets: Type.Array(
    Type.Object({
      prefix: Type.String({ description: "What may be shown of the secret." }),
      created_at: time("When it was made."),
      last_used_at: timeOrNull("When a token was last issued for it, about."),
      expires_at: timeOrNull("When it ends."),
    }),
  ),
});

export const IssuedCredential = Type.Object({
  client_id: Type.String(),
  client_secret: Type.String({ description: "Shown here once and never again." }),
  audience: Type.String(),
  account: AccountText,
});

const Ticket = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  cancelled_at: timeOrNull("When it was cancelled."),
  attendee: Type.Object({
    display_name: textOrNull("The attendee's name, where it is known."),
    checked_in_at: timeOrNull("When the attendee checked in."),
  }),
});

const bookingFields = {
  booking: Uuid,
  account: AccountText,
  external_id: Type.String({ description: "The caller's identifier of the contact." }),
  interaction: Type.String({ description: "The campaign's public key." }),
  activity: Type.String(),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot_starting_at: time("When the slot starts."),
  ticket_type: Type.String(),
  booking_status: Type.Union([
    Type.Literal("CONFIRMED"),
    Type.Literal("WAITLIST"),
    Type.Literal("CANCELLED"),
  ]),
  booked_at: time("Since when it has this status."),
  tickets: Type.Array(Ticket),
  history: Type.Array(
    Type.Object({
      number: Type.Integer(),
      event: Type.String(),
      booking_status: Type.String(),
      at: time("When it took effect."),
      recorded_at: time("When it was written down."),
      actor: Type.String(),
      request_id: textOrNull("By which request."),
      details: Type.Unknown({ description: "What stood before and after." }),
    }),
  ),
} as const;

export const Booking = Type.Object(bookingFields);

const waitingFields = {
  position: Type.Union([Type.Integer(), Type.Null()], {
    description: "From 1; null where it waits for no seat, or stands behind the first 1,000.",
  }),
  seats_needed: Type.Integer(),
  seats_free: Type.Integer(),
  blocked_by: Type.Union(
    [Type.Object({ booking: Uuid, seats_needed: Type.Integer() }), Type.Null()],
    { description: "The one before it that needs more seats than are free." },
  ),
  promotion: Type.Union([Type.Literal("manual"), Type.Literal("automatic")]),
  why: Type.String({ description: "In words to pass on." }),
} as const;

export const Explanation = Type.Object({
  ...bookingFields,
  cancellable: Type.Boolean(),
  rules: Type.Array(
    Type.Object({
      name: Type.String(),
      rule: Type.String(),
      passed: Type.Boolean(),
      facts: Type.String(),
    }),
  ),
  waitlist: Type.Optional(
    Type.Object(waitingFields, {
      description: "What it waits for; absent when it is not on a waitlist.",
    }),
  ),
});

export const WaitlistEntry = Type.Object({
  ...bookingFields,
  waitlist: Type.Object(waitingFields),
});

export const Arrivals = Type.Object({
  expected: Type.Integer({ description: "Tickets of CONFIRMED bookings that are not cancelled." }),
  arrived: Type.Integer({ description: "How many of these have checked in." }),
  check_ins: Type.Array(time("When one checked in."), { description: "Earliest first." }),
});

export const Slot = Type.Object({
  interaction: Type.String(),
  activity: Type.String(),
  host: Type.Optional(Type.String()),
  starting_at: time("When it starts."),
  timezone: Type.String({ description: "The campaign's zone, an IANA name." }),
  capacity: Capacity,
  taken: Type.Integer(),
  free: Type.Integer(),
  overbooked_by: Type.Integer(),
  waiting_tickets: Type.Integer(),
  etag: Type.String({ description: "For If-Match; it changes with the capacity." }),
});

export const AddedSlots = Type.Object({
  created: Type.Array(time("The start of a new slot.")),
  existing: Type.Array(time("The start of one that existed; it stays as it is.")),
  dry_run: Type.Boolean(),
});

const BadLine = Type.Object({
  line: Type.Integer(),
  kind: textOrNull("The line's kind."),
  key: textOrNull("What the line is about."),
  field: textOrNull("The field that is wrong."),
  expected: Type.String(),
});

const counts = Type.Record(Type.String(), Type.Integer());
export const ImportCounts = Type.Object({
  read: Type.Integer(),
  created: counts,
  updated: counts,
  unchanged: counts,
});

export const ImportReport = Type.Object({
  errors: Type.Array(BadLine, { description: "The first 100." }),
  error_count: Type.Integer(),
});

export const ImportJobShape = Type.Object({
  import: Uuid,
  account: AccountText,
  state: Type.Union(
    [
      Type.Literal("running"),
      Type.Literal("done"),
      Type.Literal("refused"),
      Type.Literal("failed"),
    ],
    {
      description: "refused: a line was bad; failed: the machine could not. Nothing was imported.",
    },
  ),
  actor: Type.String(),
  started_at: time("When it began."),
  ended_at: timeOrNull("When it ended."),
  dry_run: Type.Boolean(),
  update: Type.Boolean(),
  allow_overbooked: Type.Boolean(),
  progress: Type.Object({
    step: Type.Union([Type.Literal("reading"), Type.Literal("writing")]),
    done: Type.Integer({ description: "Bytes read, or rows written." }),
    total: Type.Integer(),
  }),
  counts: Type.Optional(ImportCounts),
  errors: Type.Optional(Type.Array(BadLine)),
  error_count: Type.Optional(Type.Integer()),
});

export const Contact = Type.Object({ contact: Uuid, external_id: Type.String() });
export const ContactExport = Type.Object({
  contact: Uuid,
  external_id: Type.String(),
  account: AccountText,
  exported_at: time("When."),
  bookings: Type.Array(Booking),
});

const traced = {
  request_id: Type.String(),
  at: time("When it was answered."),
  account: AccountText,
  client_id: Type.String(),
  endpoint: Type.String(),
  request: Type.Unknown({ description: "What was sent, without values of the caller's." }),
  decision: Type.String(),
  changes: Type.Array(Type.Unknown()),
  answer: Type.Object({ status: Type.Integer(), body: Type.Unknown() }),
  duration_ms: Type.Number(),
} as const;
export const TracedRequests = Type.Object({ items: Type.Array(Type.Object(traced)) });

export const AuditEventShape = Type.Object({
  id: Type.String(),
  at: time("When."),
  actor: Type.String(),
  action: Type.String(),
  account: textOrNull("Null for what concerns the whole installation."),
  subject: Type.String(),
  details: Type.Unknown({ description: "What stood before and after." }),
  request_id: textOrNull("By which request; null on the command line."),
});

const operatorFields = {
  name: Type.String(),
  role: Role,
  accounts: Type.Union([Type.Array(AccountText), Type.Null()], {
    description: "Null: every account there is or will be.",
  }),
  key_prefix: Type.String(),
  created_at: time("When."),
  last_used_at: timeOrNull("To the minute."),
  revoked_at: timeOrNull("When its key ended."),
} as const;
export const OperatorShape = Type.Object(operatorFields);
export const IssuedOperator = Type.Object({
  ...operatorFields,
  key: Type.String({ description: "Shown here once and never again." }),
});

export const SessionShape = Type.Object({
  operator: OperatorShape,
  csrf_token: textOrNull("For X-CSRF-Token in changes; null when it came with a key."),
  ends_at: timeOrNull("When the session ends."),
});

export const SignedInByCode = Type.Object({
  ...SessionShape.properties,
  key: textOrNull("Of the operator that was made; null where it existed before."),
});
