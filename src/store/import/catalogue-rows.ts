import { lineKinds } from "../../domain/data-file/line-kinds.ts";
import { contentOf, type CatalogueKind } from "../catalogue/catalogue-kinds.ts";
import { meetingColumns } from "./scratch-tables.ts";

/**
 * Parts of a statement that compares the things of the file, `input_rows`, with those of the account,
 * `known`.
 */
export function catalogueRows(kind: CatalogueKind) {
  const fields = contentOf(kind).map(([field]) => {
    const value = valueOf(kind, field);
    return { field, value, differs: `${value} is not known."${field}"` };
  });
  return {
    from: `"${kind}" as input_rows left join known_${kind} as known using (${meetingColumns[kind].join(", ")})`,
    isDefined: "input_rows.line is not null",
    isNew: "known.rowid is null",
    differs: `(${fields.map(({ differs }) => differs).join(" or ")})`,
    fields,
  } as const;
}

/** The field's value after the import. A field that the line leaves out stays, and is null in a new thing. */
function valueOf(kind: CatalogueKind, name: string): string {
  const said = `input_rows."${name}"`;
  const field = lineKinds[kind].fields[name];
  if (field === undefined || !("whenNull" in field)) return said;
  const cleared = field.whenNull === null ? "null" : `'${asText(field.whenNull)}'`;
  return `iif(${said} = x'', iif(known.rowid is null, ${cleared}, known."${name}"), ${said})`;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
