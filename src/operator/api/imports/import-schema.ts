import { Type } from "typebox";
import { AccountText, textOrNull, time, timeOrNull, Uuid } from "../fields.ts";

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
