const mark = Symbol("mismatch");

/** A value that is not as expected, and where inside what was read: `.tickets[0].cancelled_at`. */
export interface Mismatch {
  readonly [mark]: true;
  readonly path: string;
  readonly expected: string;
}

/** Reads one JSON value: the value as the program uses it, or what was expected instead. */
export type Reader<T> = (value: unknown, now: number) => T | Mismatch;

export function mismatch(expected: string, path = ""): Mismatch {
  return { [mark]: true, path, expected };
}

// A marked object rather than a field name: a language map may have any name as its key.
export function isMismatch(value: unknown): value is Mismatch {
  return typeof value === "object" && value !== null && mark in value;
}

export function inside(name: string, found: Mismatch): Mismatch {
  return mismatch(found.expected, name + found.path);
}

/**
 * A field of an object. One that has a value for its absence is optional, and null counts as absent
 * unless it has a value of its own.
 */
export interface Field<T> {
  readonly read: Reader<T>;
  readonly whenAbsent?: T;
  readonly whenNull?: T;
  /** Writes the value as a file has it; absent where that is the value itself. */
  write?(value: T): unknown;
}

export type ObjectOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer T> ? T : never;
};

export function required<T>(read: Reader<T>, more: Pick<Field<T>, "write"> = {}): Field<T> {
  return { read, ...more };
}

export function optional<T, A>(
  read: Reader<T>,
  whenAbsent: A,
  more: { readonly write?: (value: T) => unknown } = {},
): Field<T | A> {
  // What is absent is left out, so only present values are written.
  return { read, whenAbsent, ...(more as Pick<Field<T | A>, "write">) };
}

/** An optional field of a thing that may stand already: absence leaves what stands, null clears it. */
export function clearable<T, A>(read: Reader<T>, whenNull: A): Field<T | A | undefined> {
  return { read, whenAbsent: undefined, whenNull };
}

/** Reads an object with exactly these fields. An unknown field may be a typo, so it is never skipped. */
export function objectWith<const Fields extends Readonly<Record<string, Field<unknown>>>>(
  fields: Fields,
): Reader<ObjectOf<Fields>> {
  const known = Object.entries(fields);
  return (value, now) => {
    if (!isObject(value)) return mismatch("an object");
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(fields, name)) {
        return mismatch(`one of the fields ${Object.keys(fields).join(", ")}`, `.${shown(name)}`);
      }
    }
    const result: Record<string, unknown> = {};
    for (const [name, field] of known) {
      const read = readField(field, value[name], now);
      if (isMismatch(read)) return inside(`.${name}`, read);
      result[name] = read;
    }
    return result as ObjectOf<Fields>;
  };
}

export function readField<T>(field: Field<T>, value: unknown, now: number): T | Mismatch {
  const isOptional = "whenAbsent" in field;
  if (value === null && "whenNull" in field) return field.whenNull;
  if (isOptional && (value === undefined || value === null)) return field.whenAbsent;
  const read = field.read(value, now);
  if (isMismatch(read) && value === undefined) return mismatch(`${read.expected}; it is missing`);
  return read;
}

export function listOf<T>(
  item: Reader<T>,
  items: { readonly min: number; readonly max: number; readonly expected: string },
): Reader<readonly T[]> {
  return (value, now) => {
    if (!Array.isArray(value) || value.length < items.min || value.length > items.max) {
      return mismatch(items.expected);
    }
    const result: T[] = [];
    for (const [index, element] of value.entries()) {
      const read = item(element, now);
      if (isMismatch(read)) return inside(`[${index}]`, read);
      result.push(read);
    }
    return result;
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How many characters of a text from the file are repeated in a report. */
const shownMaxLength = 256;

/** A text from the file as a report may repeat it: of bounded length and well formed. */
export function shown(text: string): string {
  return text.length > shownMaxLength
    ? `${text.slice(0, shownMaxLength).toWellFormed()}…`
    : text.toWellFormed();
}
