/** The part of JSON Schema that the operator API's document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The console's types of the operator API, generated from its OpenAPI document as one TypeScript module. */
export function consoleTypes({ paths, components }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => typeof operation === "object" && "operationId" in operation)
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return [
    "// Made from contract/operator-openapi.json by `npm run openapi`; not written by hand.",
    ...Object.entries(components.schemas).map(
      ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
    ),
    `/** Each operation's parameters of the path and query, its body and its answer. */`,
    `export interface Operations {`,
    ...operations.map(({ operation }) => shapeOf(operation)),
    `}`,
    `/** Where each operation is found. */`,
    `export const places = {`,
    ...operations.map(
      ({ path, method, operation }) =>
        `${operation.operationId}: ["${method}", ${JSON.stringify(path)}],`,
    ),
    `} as const satisfies Record<keyof Operations, readonly [string, string]>;`,
    "",
  ].join("\n");
}

function shapeOf({ operationId, summary, parameters = [], requestBody, responses }: Operation) {
  const within = (place: string) => {
    const members = parameters
      .filter((each) => each.in === place)
      .map(({ name, required, schema }) => `"${name}"${required ? "" : "?"}: ${typeOf(schema)};`);
    return members.length === 0 ? "object" : `{ ${members.join(" ")} }`;
  };
  const body = requestBody && Object.entries(requestBody.content)[0];
  const absent = requestBody?.required === true ? "" : " | undefined";
  let bodyType = "undefined";
  if (body?.[0] === "application/json") bodyType = typeOf(body[1].schema) + absent;
  else if (body !== undefined) bodyType = "Blob | string";
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content = {} }]) => {
      const [media, { schema } = {}] = Object.entries(content)[0] ?? [];
      if (media === undefined) return "undefined";
      return media === "application/json" ? typeOf(schema ?? {}) : "Blob";
    });
  return `/** ${summary} */ ${operationId}: { path: ${within("path")}; query: ${within("query")}; body: ${bodyType}; answer: ${[...new Set(answers)].join(" | ")} };`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "never";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case "object":
      return objectOf(schema);
    case undefined:
    default:
      return "unknown";
  }
}

function objectOf({ properties, required = [], patternProperties, additionalProperties }: Schema) {
  const rest =
    Object.values(patternProperties ?? {})[0] ??
    (typeof additionalProperties === "object" ? additionalProperties : null);
  if (properties === undefined) {
    return `Readonly<Record<string, ${rest === null ? "unknown" : typeOf(rest)}>>`;
  }
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly "${name}"${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  return `{ ${members.join(" ")} }`;
}
