/** The part of a JSON Schema from which an example is made. */
export interface ExampleSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly items?: ExampleSchema;
  readonly anyOf?: readonly ExampleSchema[];
  readonly properties?: Readonly<Record<string, ExampleSchema>>;
  readonly required?: readonly string[];
}

/** A small value that a schema allows; of an object only the required fields. */
export function exampleValue(
  schema: ExampleSchema,
  named: Readonly<Record<string, ExampleSchema>>,
): unknown {
  if (schema.$ref !== undefined) {
    return exampleValue(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, named);
  }
  const given = schema.const ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return exampleValue(first, named);
  switch (schema.type ?? "null") {
    case "object": {
      const { properties = {}, required = [] } = schema;
      const fields = required.map((name) => [name, exampleValue(properties[name] ?? {}, named)]);
      return Object.fromEntries(fields) as object;
    }
    case "array":
      return schema.items === undefined ? [] : [exampleValue(schema.items, named)];
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    case "string":
      return schema.format === "date-time" ? "2031-05-01T08:00:00Z" : "";
    default:
      return null;
  }
}
