import { Type, type TProperties, type TSchema } from "typebox";
import type { Field } from "../../domain/data-file/field.ts";
import { keyFields, lineFields, type CatalogueKind } from "../../domain/data-file/data-line.ts";
import type { Shape } from "../../domain/data-file/values.ts";
import { text, time, Uuid } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";

/** The fields of a kind's lines that are no part of its key, as the API takes and shows them. */
export function schemasOf(kind: CatalogueKind): {
  readonly fields: TProperties;
  /** Fields that say how a line is to be carried out: no record has them. */
  readonly orders: TProperties;
} {
  const keys: readonly string[] = keyFields[kind];
  const content = Object.entries(lineFields[kind]).filter(([name]) => !keys.includes(name));
  const schemas = (some: typeof content) =>
    Object.fromEntries(some.map(([name, field]) => [name, schemaOf(field)]));
  return {
    fields: schemas(content.filter(([, { isOrder }]) => isOrder !== true)),
    orders: schemas(content.filter(([, { isOrder }]) => isOrder === true)),
  };
}

function schemaOf({ read: { shape }, about, ...field }: Field<unknown>): TSchema {
  if (shape === undefined) throw new Error("A field of the catalogue has a shape.");
  const isNullable = field.isOrder === true || ("whenNull" in field && field.whenNull === null);
  const schema = isNullable
    ? Type.Union([...besideNull(shape, about), Type.Null()], described(about))
    : schemaOfShape(shape, about);
  return "whenAbsent" in field ? Type.Optional(schema) : schema;
}

/** The union of these and null has the description. */
function besideNull(shape: Shape, about: string | undefined): TSchema[] {
  if (shape.is === "choice") return choices(shape);
  return [schemaOfShape(shape, shape.is === "instant" ? about : undefined)];
}

function choices({ of }: Extract<Shape, { is: "choice" }>): TSchema[] {
  return of.map((word) => Type.Literal(word));
}

function schemaOfShape(shape: Shape, about: string | undefined): TSchema {
  switch (shape.is) {
    case "text": {
      const { minLength, maxLength } = shape;
      return minLength === 1
        ? text(maxLength, about ?? "")
        : Type.String({ maxLength, ...described(about) });
    }
    case "integer": {
      const { is: _, ...limits } = shape;
      return Type.Integer({ ...limits, ...described(about) });
    }
    case "choice":
      return Type.Union(choices(shape), described(about));
    case "words":
      return Type.Array(Type.String(), {
        minItems: 1,
        maxItems: shape.maxItems,
        ...described(about),
      });
    case "numbers": {
      const { minimum, maximum, maxItems } = shape;
      const items = Type.Integer({ minimum, maximum });
      return Type.Array(items, { minItems: 1, maxItems, uniqueItems: true, ...described(about) });
    }
    case "texts by language":
      return Type.Record(Type.String(), Type.String(), described(about));
    case "instant":
      return time(about ?? "");
    case "flag":
      return Type.Boolean({ ...described(about), ...is("option") });
    case "uuid":
      return Uuid;
  }
}

function described(about: string | undefined) {
  return about === undefined ? {} : { description: about };
}
