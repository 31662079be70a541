import { etagOf, type Kind } from "./catalogue-records.ts";
import { lineFields, type CatalogueKind } from "../../domain/data-file/data-line.ts";

/**
 * A line as operators read it: with the values that a data file leaves out because their absence means them. A line
 * has its nulls already, and an empty map says nothing. Stored again, what was read is the same line.
 */
export function withDefaults(kind: CatalogueKind, line: object): object {
  const shown: Record<string, unknown> = { ...line };
  for (const [name, field] of Object.entries(lineFields[kind])) {
    const value = "whenNull" in field ? field.whenNull : null;
    if (name in shown || value === null || typeof value === "object") continue;
    shown[name] = value;
  }
  return shown;
}

/** The ETag is that of the stored line, which a change compares it with. */
export function answerWith({ kind }: Pick<Kind, "kind">, found: object | null) {
  return found === null
    ? ({ refused: { why: "nothing-to-remove" } } as const)
    : { body: withDefaults(kind, found), headers: { etag: etagOf(found) } };
}
