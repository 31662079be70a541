import { withNeeds, type MappedField, type Mapping, type Meaning } from "./mapping.ts";

/** Writes a mapping as a file, without the fields that are still open. */
export function mappingText({ columns, fixed, dates }: Mapping): string {
  const filled = Object.entries(fixed).filter(([, text]) => text !== "");
  const mapping = {
    columns,
    fixed: Object.fromEntries(filled),
    ...(dates !== undefined && dates !== "" && { dates }),
  };
  return JSON.stringify(mapping, null, 2);
}

/** Reads a file with a mapping for a sheet with these columns; null where it is none. */
export function readMapping(text: string, names: readonly string[]): Mapping | null {
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
  const { columns = null, fixed = {}, dates } = (read ?? {}) as Readonly<Record<string, unknown>>;
  if (!isObject(columns) || !isObject(fixed)) return null;
  const meanings = Object.entries(columns).map(([name, each]) => [name, meaningOf(each)] as const);
  const known = new Map(meanings.map(([name, meaning]) => [keyOf(name), meaning]));
  // A column that the file with the mapping lacks is not left out in silence: the service names it.
  const here = names.flatMap((name) => {
    const meaning = known.get(keyOf(name));
    return meaning === undefined ? [] : [[name, meaning] as const];
  });
  const lost = meanings.filter(([name]) => !names.some((each) => keyOf(each) === keyOf(name)));
  return withNeeds({
    columns: Object.fromEntries([...here, ...lost]),
    fixed: textsOf(fixed),
    ...(typeof dates === "string" && { dates }),
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** A meaning that the service would refuse is kept, so that its refusal names it. */
function meaningOf(given: unknown): Meaning {
  if (!isObject(given)) return (given === null ? null : textOf(given)) as Meaning;
  const { field, values } = given;
  const stands = Object.entries(isObject(values) ? values : {}).map(
    ([text, each]) => [text, isObject(each) ? textsOf(each) : textOf(each)] as const,
  );
  return stands.length === 0
    ? (textOf(field) as Meaning)
    : { field: textOf(field) as MappedField, values: Object.fromEntries(stands) };
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given : (JSON.stringify(given) ?? "");
}

function textsOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([field, each]) => [field, textOf(each)]));
}

/** Letter case says nothing in a column's name. */
function keyOf(name: string): string {
  return name.trim().toLowerCase().normalize("NFC");
}
