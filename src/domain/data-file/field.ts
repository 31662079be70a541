import { isObject } from "../json.ts";
import { inside, isMismatch, mismatch, shown, type Mismatch, type Reader } from "./values.ts";

/**
 * A field of an object. A field with `whenAbsent` is optional, and null then means absence too, unless the
 * field gives null a value of its own.
 */
export interface Field<T> {
  readonly read: Reader<T>;
  /** What operators read of it in the description of the API. */
  readonly about?: string;
  readonly whenAbsent?: T;
  readonly whenNull?: T;
  /** Returns the value in the file's form; `undefined` leaves the field out. */
  write?(value: T): unknown;
  /** Whether it says how the line is to be carried out: no record has it. */
  readonly isOrder?: true;
  /** Whether it is written also where its value is the one that `null` means. */
  readonly isAlwaysWritten?: true;
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
export function clearable<T, A>(
  read: Reader<T>,
  whenNull: A,
  more: { readonly write?: (value: T | A) => unknown } = {},
): Field<T | A | undefined> {
  // Only present values reach `write`, because absent ones are left out.
  return {
    read,
    whenAbsent: undefined,
    whenNull,
    ...(more as Pick<Field<T | A | undefined>, "write">),
  };
}

/** An optional field that says how the line is to be carried out. */
export function orderOf<T>(read: Reader<T>): Field<T | null> {
  return { read, whenAbsent: null, isOrder: true };
}

export function alwaysWritten<T>(field: Field<T>): Field<T> {
  return { ...field, isAlwaysWritten: true };
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

/** Describes a field. */
export function about<T>(text: string, field: Field<T>): Field<T> {
  return { ...field, about: text };
}
