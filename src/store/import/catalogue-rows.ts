import type { DataKind } from "../../domain/data-file/data-line.ts";
import { contentFields } from "./stage-line.ts";

/** By which columns a thing of the scratch database meets what the account has of it. */
const meetingColumns = {
  group: "unique_key",
  interaction: "no",
  activity: "interaction_no, id",
  host: "activity_no, id",
  ticket_type: "activity_no, id",
  slot: "no",
} as const satisfies Partial<Record<DataKind, string>>;

export type CatalogueKind = keyof typeof meetingColumns;

/**
 * Parts of a statement about what the file defines of a kind, called `input_rows`, beside what the account
 * has of it, called `known`.
 */
export function catalogueRows(kind: CatalogueKind) {
  const differences = contentFields[kind].map(
    (field: string) => `input_rows."${field}" is not known."${field}"`,
  );
  return {
    from: `"${kind}" as input_rows left join known_${kind} as known using (${meetingColumns[kind]})`,
    isDefined: "input_rows.line is not null",
    isNew: "known.rowid is null",
    differs: `(${differences.join(" or ")})`,
  } as const;
}
