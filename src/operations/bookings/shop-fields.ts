import { Type, type Static, type TOptional, type TSchema, type TUnion, type TNull } from "typebox";
import { isObject } from "../../domain/json.ts";
import { referenceMaxLength } from "../../domain/data-file/values.ts";
import {
  parseShopData,
  shopDataMaxBytes,
  shopFieldNames,
  shopFields,
  type ShopField,
} from "../../domain/data-file/shop-data.ts";
import type { BookingLine } from "../../domain/data-file/data-line.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { text } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Values } from "../machinery/operation.ts";
import type { TypedField } from "../machinery/typed-field.ts";
import { refuseValue } from "../machinery/validation.ts";

/* What a shop keeps with a booking. */

export const Reference = text(
  referenceMaxLength,
  "The shop's own number of the booking; no other booking of the campaign has it.",
);

const ShopData = Type.Record(Type.String(), Type.Unknown(), {
  description: `The shop's own data, which the service does not read: at most ${shopDataMaxBytes} bytes of compact JSON.`,
});

/** A field as operators send it, and as they type it. */
interface ShopFieldOfOperators {
  readonly schema: TSchema;
  readonly typed: TypedField;
  /** The field where a booking changes, and a value clears it. */
  readonly cleared: {
    readonly description: string;
    readonly typed: TypedField;
    /** What is typed for it. */
    readonly by: unknown;
  };
}

const typedNull = "null";

const ofOperators = {
  reference: {
    schema: Reference,
    typed: { about: "the shop's own number of the booking, unique in its campaign" },
    cleared: {
      description: "Null for none.",
      typed: { about: "the shop's own number of the booking, empty for none", read: String },
      by: "",
    },
  },
  data: {
    schema: ShopData,
    typed: {
      shown: "json",
      about: `the shop's own data: a JSON object of at most ${shopDataMaxBytes} bytes`,
      read: (typed: string) => readData(typed),
    },
    cleared: {
      description: "In place of what it has; null for none.",
      typed: {
        shown: "json",
        about: "the shop's own data, in place of what it has; null for none",
        read: (typed: string) =>
          typed.trim() === typedNull ? typedNull : readData(typed, ", or null"),
      },
      by: typedNull,
    },
  },
} as const satisfies Readonly<Record<ShopField, ShopFieldOfOperators>>;

function readData(typed: string, orElse = "") {
  const value = parseShopData(typed);
  if (isObject(value)) return value;
  throw new WrongUsage(
    `--data must be a JSON object, with each key once and numbers of at most 15 digits${orElse}.`,
  );
}

type Schemas = { readonly [Name in ShopField]: (typeof ofOperators)[Name]["schema"] };

function ofEach<Made>(make: (name: ShopField) => Made): Readonly<Record<ShopField, Made>> {
  const made = shopFieldNames.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<ShopField, Made>;
}

/** In a booking, and in a body that makes one. */
export const shopSchemas = ofEach((name) => Type.Optional(ofOperators[name].schema)) as {
  // Each field has its own schema.
  [Name in ShopField]: TOptional<Schemas[Name]>;
};

/** In a body that changes a booking. */
export const shopChanges = ofEach((name) => {
  const { schema, cleared } = ofOperators[name];
  const { description } = cleared;
  return Type.Optional(Type.Union([schema, Type.Null()], { description, ...is("of-desk") }));
}) as { [Name in ShopField]: TOptional<TUnion<[Schemas[Name], TNull]>> };

export const shopTyped = ofEach<TypedField>((name) => ofOperators[name].typed);

export const shopChangesTyped = ofEach<TypedField>((name) => ofOperators[name].cleared.typed);

/** What was typed to clear a field is null only here: a flag's own value is never null. */
export function clearing(values: Values): Values {
  const cleared = shopFieldNames.filter((name) => values[name] === ofOperators[name].cleared.by);
  return { ...values, ...Object.fromEntries(cleared.map((name) => [name, null])) };
}

type Sent = { readonly [Name in ShopField]?: Static<Schemas[Name]> | null | undefined };

/** The refusal of what no booking can have; null where there is none. */
export function refuseShopFields(sent: Sent) {
  return (
    shopFieldNames
      .map((name) => refuseValue(name, shopFields[name].read, sent[name] ?? undefined))
      .find((each) => each !== null) ?? null
  );
}

/** What was sent and not refused, as it is stored. */
export function storedShopFields(sent: Sent): {
  readonly [Name in ShopField]?: string | null;
} {
  const given = shopFieldNames.filter((name) => sent[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const value = sent[name];
      return [name, isObject(value) ? JSON.stringify(value) : value];
    }),
  );
}

/** The fields of a booking that has them. */
export function shopToJson(line: Pick<BookingLine, ShopField>): {
  readonly [Name in ShopField]?: Static<Schemas[Name]>;
} {
  const values = shopFieldNames.map(
    (name) => [name, shopFields[name].write?.(line[name])] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value != null));
}

/** The fields of a booking that has them, for people. */
export function shopFacts(booking: Sent): [string, string][] {
  return Object.entries(storedShopFields(booking)).map(([name, value]) => [name, value ?? ""]);
}
