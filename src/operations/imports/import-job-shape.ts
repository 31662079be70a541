import { Type } from "typebox";
import {
  AccountText,
  activityId,
  Capacity,
  hostId,
  publicKey,
  slotStart,
  textOrNull,
  time,
  timeOrNull,
  Uuid,
} from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";

const BadLine = Type.Object({
  line: Type.Integer(),
  kind: textOrNull("The line's kind."),
  key: textOrNull("What the line is about."),
  field: textOrNull("The field that is wrong."),
  expected: Type.String(),
});

const state = Type.Object({ booking_status: Type.String(), booked_at: time("Since when.") });

const NamedBooking = Type.Object({
  line: Type.Integer(),
  booking: Uuid,
  here: state,
  file: state,
});

const bookings = {
  confirmed: Type.Integer(),
  waiting: Type.Integer(),
  cancelled: Type.Integer(),
  tickets: Type.Integer({ description: "Live tickets of CONFIRMED bookings." }),
  checked_in: Type.Integer({ description: "How many of these tickets have checked in." }),
};

const byKind = Type.Record(Type.String(), Type.Integer());
export const ImportCounts = Type.Object({
  read: Type.Integer(),
  created: byKind,
  updated: byKind,
  updated_fields: Type.Optional(
    Type.Record(Type.String(), byKind, {
      description: "What of the updated things changes, by kind and field.",
    }),
  ),
  unchanged: byKind,
  kept: byKind,
  waiting_beside_seats: Type.Optional(
    Type.Integer({
      description:
        "Bookings that the file adds to waitlists beside free seats of campaigns that promote automatically, in " +
        "slots that have not begun: an import promotes none of them.",
    }),
  ),
  would_be: Type.Optional(
    Type.Object(
      {
        contacts: Type.Integer(),
        slots: Type.Integer(),
        rows: Type.Array(
          Type.Object({
            month: Type.String({ description: "By the clocks of the campaign's zone." }),
            ...bookings,
          }),
        ),
        total: Type.Object(bookings),
      },
      { description: "What a dry run of a spreadsheet found in its good rows." },
    ),
  ),
  slots_added: Type.Optional(
    Type.Integer({ description: "With `add_slots`: slots made because bookings name them." }),
  ),
  added_slots: Type.Optional(
    Type.Array(
      Type.Object({
        interaction: publicKey,
        activity: activityId,
        host: Type.Optional(hostId),
        slot_starting_at: slotStart("When it starts."),
        capacity: Capacity,
      }),
      { description: "The first 100 of them." },
    ),
  ),
  kept_bookings: Type.Array(NamedBooking, {
    description: "Known bookings that stay as they are; the first 1,000.",
  }),
  warnings: Type.Optional(
    Type.Array(
      Type.Object({
        line: Type.Integer(),
        kind: Type.String({
          description: "Of a line its kind; of a cell `shortened-number` or `invisible-character`.",
        }),
        key: Type.Optional(Type.String({ description: "Of a line." })),
        field: Type.Optional(Type.String({ description: "Of a line." })),
        column: Type.Optional(Type.String({ description: "Of a spreadsheet's cell." })),
        message: Type.String(is("sentence")),
      }),
      { description: "Good lines and cells that are odd, and are imported; the first 100." },
    ),
  ),
  overwritten_bookings: Type.Optional(
    Type.Array(NamedBooking, {
      description: "With `overwrite`: bookings at which something newer stood; the first 1,000.",
    }),
  ),
  left_out: Type.Optional(
    Type.Integer({ description: "Lines of a large file that became bad after its check." }),
  ),
  left_out_lines: Type.Optional(Type.Array(BadLine, { description: "The first 100 of them." })),
  completes: Type.Optional(
    Type.Object(
      { begun_at: time("When it began.") },
      { description: "The broken-off import of the same file whose lines are counted as well." },
    ),
  ),
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
      description:
        "refused: a line was bad, and nothing was imported; failed: the machine could not. Then a large " +
        "file may be imported in part, which the same file again completes.",
    },
  ),
  actor: Type.String(),
  file_name: textOrNull(
    "What the file is called; null where its sender did not say, or where it named a contact that was erased.",
  ),
  started_at: time("When it began."),
  ended_at: timeOrNull("When it ended."),
  dry_run: Type.Boolean(),
  format: Type.Union([Type.Literal("ndjson"), Type.Literal("csv")]),
  skip_bad: Type.Boolean(),
  update: Type.Boolean(),
  overwrite: Type.Boolean(),
  allow_overbooked: Type.Boolean(),
  progress: Type.Object({
    step: Type.Union([Type.Literal("reading"), Type.Literal("writing")]),
    done: Type.Integer({ description: "Bytes read, or rows written." }),
    total: Type.Integer(),
  }),
  failure: Type.Optional(
    Type.Union(
      [
        Type.Literal("fault"),
        Type.Literal("stopped"),
        Type.Literal("node-lost"),
        Type.Literal("key-revoked"),
        Type.Literal("session-ended"),
      ],
      {
        description:
          "Why it failed: the log says it; the service was stopped; the node that imported the file has gone; the key " +
          "that asked for it has ended, or somebody ended the session, and `progress` has what was written until then.",
      },
    ),
  ),
  counts: Type.Optional(ImportCounts),
  errors: Type.Optional(Type.Array(BadLine)),
  error_count: Type.Optional(Type.Integer()),
  skipped: Type.Optional(
    Type.Array(BadLine, { description: "With `skip_bad`: lines left out, the first 1,000." }),
  ),
  skipped_count: Type.Optional(Type.Integer()),
});
