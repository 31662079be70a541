import { createRequire } from "node:module";
import type buildSerializer from "fast-json-stringify";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import type { TObject, TSchema } from "typebox";
// `typebox/compile` would load 146 modules more.
import { Compile } from "typebox/schema";
import { BadInput } from "../bad-input.ts";
import { badInput } from "./mismatch-words.ts";
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
    if (stray !== null) return { error: new BadInput(stray.slice(0, 100), "is no field here") };
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

const require = createRequire(import.meta.url);

/** Serializes the fields of the schema and no others; a value that lacks a required one throws. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | null = null;
  return (value: unknown) => {
    serialize ??= (require("fast-json-stringify") as typeof buildSerializer)(schema);
    return serialize(value);
  };
};
