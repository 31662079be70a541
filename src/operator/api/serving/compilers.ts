import { createRequire } from "node:module";
import type buildSerializer from "fast-json-stringify";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import type { TObject, TSchema } from "typebox";
// `typebox/compile` would load 146 modules more.
import { Compile } from "typebox/schema";
import { BadInput } from "../bad-input.ts";
import { readQuery } from "./read-query.ts";

/*
 * Fastify checks what comes in and writes what goes out by the schemas of the routes. Both are compiled
 * when a route is first asked: all at once would hold each start up by 150 ms.
 */

const places: Readonly<Record<string, string>> = {
  params: "the path",
  querystring: "the query",
  headers: "a header",
  body: "the body",
};

/** Validates by the schema; the error is `BadInput` for the first mismatch. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = "body" }) => {
  let compiled: ReturnType<typeof Compile> | null = null;
  return (given: unknown) => {
    compiled ??= Compile(schema);
    const value = httpPart === "querystring" ? readQuery(given, schema as TObject) : bodyOr(given);
    if (value instanceof BadInput) return { error: value };
    const stray = strayField(value, schema);
    if (stray !== null)
      return { error: new BadInput(stray.slice(0, 100), "there is no such field") };
    if (compiled.Check(value)) return { value };
    const [, mismatches] = compiled.Errors(value);
    return { error: badInput(places[httpPart] ?? httpPart, mismatches) };
  };

  /** Reads an absent body as an empty object, or as empty text. */
  function bodyOr(given: unknown): unknown {
    return given ?? ("type" in schema && schema.type === "string" ? "" : {});
  }
};

/** An object with so many fields beyond those of its schema is no slip. */
const strayFieldsMost = 20;

/**
 * A field that there is not, of an object with many of them; null for any other value. To list every
 * mismatch would cost far more than reading the body, and a sender without a key could ask for that.
 */
function strayField(value: unknown, schema: TSchema): string | null {
  const { properties, additionalProperties } = schema as Partial<
    TObject & { additionalProperties: unknown }
  >;
  if (properties === undefined || additionalProperties !== false) return null;
  if (typeof value !== "object" || value === null) return null;
  const names = Object.keys(value);
  if (names.length <= Object.keys(properties).length + strayFieldsMost) return null;
  return names.find((name) => !Object.hasOwn(properties, name)) ?? null;
}

interface Mismatch {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: object;
}

/** The field and what it must be, from the mismatches of a value with its schema. */
function badInput(place: string, mismatches: readonly Mismatch[]): BadInput {
  const [first] = mismatches;
  if (first === undefined) return new BadInput(place, "it is malformed");
  // The number of a list's item says nothing to whoever sent it.
  const path = first.instancePath
    .slice(1)
    .replace(/\/\d+$/, "")
    .replaceAll("/", ".")
    .slice(0, 100);
  return new BadInput(path === "" ? place : path, expectedBy(first, mismatches));
}

function expectedBy(first: Mismatch, mismatches: readonly Mismatch[]): string {
  if (first.keyword === "boolean") return "there is no such field";
  if (first.keyword === "format") return "must be RFC 3339, such as 2030-05-01T08:00:00Z";
  if (first.keyword === "pattern") return "it is malformed";
  const values = mismatches
    .filter(
      ({ keyword, instancePath }) => keyword === "const" && instancePath === first.instancePath,
    )
    .map(({ params }) => String((params as { allowedValue?: unknown }).allowedValue));
  return values.length === 0 ? first.message : `must be ${values.join(" or ")}`;
}

const require = createRequire(import.meta.url);

/** Serializes the fields of the schema and no others; a value that lacks a required one throws. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | null = null;
  return (value: unknown) => {
    serialize ??= (require("fast-json-stringify") as typeof buildSerializer)(schema);
    return serialize(value);
  };
};
