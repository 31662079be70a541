import { isObject } from "../json.ts";

const mark = Symbol("mismatch");

/** An unexpected value and its path: `.tickets[0].cancelled_at`. */
export interface Mismatch {
  readonly [mark]: true;
  readonly path: string;
  readonly expected: string;
}

/** Parses one JSON value: returns the program's value, or a description of what was expected. */
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
 * A field of an object. A field with `whenAbsent` is optional, and null then means absence too, unless the
 * field gives null a value of its own.
 */
export interface Field<T> {
  readonly read: Reader<T>;
  readonly whenAbsent?: T;
  readonly whenNull?: T;
  /** Returns the value in the file's form; `undefined` leaves the field out. */
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
  // Only present values reach `write`, because absent ones are left out.
  return { read, whenAbsent, ...(more as Pick<Field<T | A>, "write">) };
}

/** An optional field of a record that may exist already: absence keeps the stored value, null clears it. */
export function clearable<T, A>(read: Reader<T>, whenNull: A): Field<T | A | undefined> {
  return { read, whenAbsent: undefined, whenNull };
}

/** A field that most records do not have: it is not written where it is null. */
export function leftOutWhenNull<T>(field: Field<T>): Field<T> {
  return { ...field, write: (value) => value ?? undefined };
}

/**
 * Parses an object with exactly these fields. An unknown field is a mismatch, because it may be a misspelt
 * name.
 */
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

/** Characters of a file's text that a report repeats, at most. */
const shownMaxLength = 256;

/** A text from the file in the form that a report may repeat: bounded and well formed. */
export function shown(text: string): string {
  return text.length > shownMaxLength
    ? `${text.slice(0, shownMaxLength).toWellFormed()}…`
    : text.toWellFormed();
}
