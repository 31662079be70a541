import { Type } from "typebox";
import { AccountText, textOrNull, time, timeOrNull, Uuid } from "../../../operations/fields.ts";

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

const counts = Type.Record(Type.String(), Type.Integer());
export const ImportCounts = Type.Object({
  read: Type.Integer(),
  created: counts,
  updated: counts,
  updated_fields: Type.Optional(
    Type.Record(Type.String(), counts, {
      description: "What of the updated things changes, by kind and field.",
    }),
  ),
  unchanged: counts,
  kept: counts,
  kept_bookings: Type.Array(NamedBooking, {
    description: "Known bookings that stay as they are; the first 1,000.",
  }),
  warnings: Type.Optional(
    Type.Array(
      Type.Object({
        line: Type.Integer(),
        kind: Type.String(),
        key: Type.String(),
        field: Type.String(),
        message: Type.String(),
      }),
      { description: "Good lines that are odd, and are imported; the first 100." },
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
  counts: Type.Optional(ImportCounts),
  errors: Type.Optional(Type.Array(BadLine)),
  error_count: Type.Optional(Type.Integer()),
  skipped: Type.Optional(
    Type.Array(BadLine, { description: "With `skip_bad`: lines left out, the first 1,000." }),
  ),
  skipped_count: Type.Optional(Type.Integer()),
});
