import { contentOf, type CatalogueKind } from "../catalogue/catalogue-kinds.ts";
import { meetingColumns } from "./scratch-tables.ts";

/**
 * Parts of a statement that compares the things of the file, `input_rows`, with those of the account,
 * `known`.
 */
export function catalogueRows(kind: CatalogueKind) {
  const differences = contentOf(kind).map(
    ([field]) => `input_rows."${field}" is not known."${field}"`,
  );
  return {
    from: `"${kind}" as input_rows left join known_${kind} as known using (${meetingColumns[kind].join(", ")})`,
    isDefined: "input_rows.line is not null",
    isNew: "known.rowid is null",
    differs: `(${differences.join(" or ")})`,
  } as const;
}
