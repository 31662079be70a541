import { createRequire } from "node:module";
import type buildSerializer from "fast-json-stringify";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import type { TObject, TSchema } from "typebox";
import { BadInput } from "../../../operations/bad-input.ts";
import { validatorOf } from "../../../operations/validation.ts";

const places: Readonly<Record<string, string>> = {
  params: "the path",
  querystring: "the query",
  headers: "a header",
  body: "the body",
};

/** Validates by the schema; the error is `BadInput` for the first mismatch. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = "body" }) => {
  const validate = validatorOf(schema, places[httpPart] ?? httpPart);
  return (given: unknown) => {
    const value = httpPart === "querystring" ? readQuery(given, schema as TObject) : bodyOr(given);
    const bad = value instanceof BadInput ? value : validate(value);
    return bad === null ? { value } : { error: bad };
  };

  /** Reads an absent body as an empty object, or as empty text. */
  function bodyOr(given: unknown): unknown {
    return given ?? ("type" in schema && schema.type === "string" ? "" : {});
  }
};

const require = createRequire(import.meta.url);

/**
 * Serializes the fields of the schema and no others; a value that lacks a required one throws. Compiles when a
 * route is first asked.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | null = null;
  return (value: unknown) => {
    serialize ??= (require("fast-json-stringify") as typeof buildSerializer)(schema);
    return serialize(value);
  };
};

/**
 * Converts query parameters to their schemas' types: integers and booleans from text, a list from a
 * repeated name. A value that cannot be converted stays text, and the schema refuses it. An unknown
 * name is refused, because a typo could widen the result.
 */
function readQuery(query: unknown, { properties }: TObject): Record<string, unknown> | BadInput {
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(query as Record<string, string | string[]>)) {
    if (!Object.hasOwn(properties, name)) {
      return new BadInput("the query", `may have ${listOf(Object.keys(properties))}`);
    }
    const { type } = properties[name] as { readonly type?: string };
    if (type === "array") values[name] = [given].flat();
    else if (Array.isArray(given)) return new BadInput(name, "can be given once");
    else values[name] = readValue(given, type);
  }
  return values;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "no parameters" : `only ${names.join(", ")}`;
}

function readValue(text: string, type: string | undefined): unknown {
  if (type === "integer" && /^\d{1,9}$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
