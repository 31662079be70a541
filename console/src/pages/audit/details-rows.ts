/** One changed field: only `after` for a new record, only `before` for a removed one. */
export interface DetailsRow {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface AuditDetails {
  /** The changed fields only. */
  readonly changed: readonly DetailsRow[];
  /** The event's other facts. */
  readonly facts: readonly { readonly field: string; readonly value: string }[];
}

/**
 * An event's details as rows. They have three shapes: `before` and `after` of a whole record, pairs
 * `[before, after]` of single fields, and plain facts.
 */
export function detailsRows(details: unknown): AuditDetails {
  if (!isObject(details)) return { changed: [], facts: [] };
  if ("before" in details || "after" in details) {
    const { before, after, ...rest } = details;
    return { changed: differences(before, after), facts: factsOf(rest) };
  }
  const pairs = Object.entries(details).filter(isPair);
  const others = Object.entries(details).filter((entry) => !isPair(entry));
  return {
    changed: pairs.flatMap(([field, value]) => {
      const [before, after] = value as [unknown, unknown];
      return before === after ? [] : [{ field, before: shown(before), after: shown(after) }];
    }),
    facts: factsOf(Object.fromEntries(others)),
  };
}

function differences(before: unknown, after: unknown): DetailsRow[] {
  const [old, young] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((field) => old.get(field) !== young.get(field))
    .map((field) => ({ field, before: old.get(field) ?? null, after: young.get(field) ?? null }));
}

/** The languages of a text are rows of their own: `title.fr`. */
function flat(value: unknown, path = ""): Map<string, string> {
  if (!isObject(value)) {
    return new Map(value === undefined || value === null ? [] : [[path || "value", shown(value)]]);
  }
  return new Map(
    Object.entries(value).flatMap(([name, each]) => [
      ...flat(each, path === "" ? name : `${path}.${name}`),
    ]),
  );
}

function factsOf(details: Readonly<Record<string, unknown>>) {
  return [...flat(details)].map(([field, value]) => ({
    field,
    // Some instants are recorded as milliseconds.
    value: field.endsWith("_at") && /^\d{13}$/.test(value) ? iso(Number(value)) : value,
  }));
}

function shown(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) {
    return value.join(", ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** A pair has numbers; a list of two hosts is no pair. */
function isPair([, value]: readonly [string, unknown]): boolean {
  return (
    Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "number")
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
