import type { TObject } from "typebox";
import type { Json, JsonObject } from "./schemas.ts";

/** A body made from the examples of its fields. */
export function exampleBody(body: TObject): JsonObject {
  const fields = Object.entries(body.properties as Record<string, ExampleSource>);
  return Object.fromEntries(
    fields.map(([name, { const: constant, examples = [] }]) => [
      name,
      constant ?? examples[0] ?? null,
    ]),
  );
}

interface ExampleSource {
  readonly const?: Json;
  readonly examples?: readonly Json[];
}
