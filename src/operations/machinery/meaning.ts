import type { TSchema, TSchemaOptions } from "typebox";

/**
 * What a field of an operation is, beyond the type of its value. A field says it in its schema, under a symbol that
 * validators and documents pass over; authorisation reads it there, and nothing is guessed from a field's name.
 */
export type Meaning =
  /** A boolean that lets a change pass over seats, a waitlist, a limit or a start. It needs the scope `slots`. */
  | "passes-over"
  /** What the desk may change. It needs the scope `desk`. */
  | "of-desk"
  /** What gives a booking to somebody else. It needs the scope `move`. */
  | "moves"
  /** A boolean that gives no such right. */
  | "option"
  /** The public key of the campaign that the field is about. */
  | "campaign"
  /** The public keys of all the campaigns that the request is about; empty or absent: all of them. */
  | "campaigns"
  /** A line of a data file, which names its own campaign; a group has none. */
  | "line"
  /** The campaigns of rights, which nobody gives who does not hold them (`beyond`). */
  | "rights"
  /** The start of a slot, whose hour is shown without seconds; any other `date-time` has them (A98). */
  | "start"
  /** The IANA zone of what stands beside it. */
  | "zone"
  /** A sentence of the service, which may name times. */
  | "sentence"
  /** What a record keeps of an event: it has no schema, and its times are numbers or texts. */
  | "details"
  /** The id of a row that belongs to a campaign. */
  | RowMeaning;

export type RowMeaning = "booking" | "hold" | "webhook";

const meaning = Symbol("meaning");

/** The options of a schema that say what its field is. */
export function is(what: Meaning): TSchemaOptions {
  return { [meaning]: what };
}

export function meaningOf(schema: TSchema): Meaning | null {
  return (schema as { readonly [meaning]?: Meaning })[meaning] ?? null;
}

/** A field that says what it is, with its value in a request. */
export interface Said {
  readonly is: Meaning;
  readonly value: unknown;
}

interface Nested {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** What the fields of a value say, at any depth; a field that says what it is speaks for those inside it. */
export function* saidIn(schema: TSchema, value: unknown): Generator<Said> {
  const own = meaningOf(schema);
  if (own !== null) return yield { is: own, value };
  const { properties = {}, items, anyOf = [] } = schema as Nested;
  for (const each of anyOf) yield* saidIn(each, value);
  if (Array.isArray(value)) {
    if (items !== undefined) for (const each of value) yield* saidIn(items, each);
  } else if (typeof value === "object" && value !== null) {
    const fields = value as Readonly<Record<string, unknown>>;
    for (const [name, field] of Object.entries(properties)) {
      if (fields[name] !== undefined) yield* saidIn(field, fields[name]);
    }
  }
}
