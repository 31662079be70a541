import type { TObject, TSchema } from "typebox";
// `typebox/compile` would load 146 modules more.
import { Compile } from "typebox/schema";
import { BadInput } from "./bad-input.ts";
import { badInput } from "./mismatch-words.ts";

/** Returns the first mismatch of a value, or null. `place` stands for the value as a whole. */
export type Validate = (value: unknown) => BadInput | null;

/** Compiles the schema when it is first used: all schemas at once would hold each start up by 150 ms. */
export function validatorOf(schema: TSchema, place: string): Validate {
  let compiled: ReturnType<typeof Compile> | null = null;
  return (value) => {
    const stray = strayField(value, schema);
    if (stray !== null) return new BadInput(stray.slice(0, 100), "is no field here");
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return null;
    const [, mismatches] = compiled.Errors(value);
    return badInput(place, mismatches);
  };
}

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
