import { envJsonToBruV2, jsonToBruV2 } from "@usebruno/lang";
import { exampleValue, type ExampleSchema } from "./example-value.ts";

/** The part of an OpenAPI document that the collection is made of. */
export interface CollectionSource {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ExampleSchema>> };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: ExampleSchema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: ExampleSchema; readonly example?: unknown }>
    >;
  };
}

/** The variables of the environment; a secret's value stays on its user's machine. */
const variables = [
  { name: "base_url", value: "http://localhost:8080", secret: false },
  { name: "operator_url", value: "http://localhost:8081", secret: false },
  { name: "tenant", value: "demo", secret: false },
  { name: "environment", value: "development", secret: false },
  { name: "client_id", value: "", secret: false },
  { name: "audience", value: "", secret: false },
  { name: "client_secret", value: "", secret: true },
  { name: "operator_key", value: "", secret: true },
];

/** The files of a Bruno collection of both APIs, by their paths in its folder. */
export function brunoCollection(
  calls: CollectionSource,
  operatorApi: CollectionSource,
): ReadonlyMap<string, string> {
  const info = { version: "1", name: "Booking Service", type: "collection" };
  const environment = variables.map((each) => ({ ...each, enabled: true }));
  return new Map([
    ["bruno.json", `${JSON.stringify(info, null, 2)}\n`],
    ["environments/local.bru", envJsonToBruV2({ variables: environment })],
    ...requestsOf(calls, "base_url", "access_token", () => "calls"),
    ...requestsOf(operatorApi, "operator_url", "operator_key", (tag) => `operator-api/${tag}`),
  ]);
}

function requestsOf(
  { paths, components }: CollectionSource,
  host: string,
  token: string,
  folderOf: (tag: string) => string,
): [path: string, text: string][] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return operations.map(({ path, method, operation }, index) => {
    const folder = folderOf((operation.tags[0] ?? "").toLowerCase());
    const params = paramsOf(operation, components.schemas);
    const text = jsonToBruV2({
      meta: { name: operation.summary.replace(/\.$/, ""), type: "http", seq: index + 1 },
      ...bodyOf(operation, components.schemas),
      http: {
        method,
        url: `{{${host}}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}${queryOf(params)}`,
        body: bodyType(operation),
        auth: operation.security.length === 0 ? "none" : "bearer",
      },
      params,
      ...(operation.security.length > 0 && { auth: { bearer: { token: `{{${token}}}` } } }),
      ...(operation.operationId === "requestToken" && { vars: { res: [keptToken] } }),
      docs: operation.description,
    });
    return [`${folder}/${operation.operationId}.bru`, `${text.trimEnd()}\n`];
  });
}

/** The later requests use the token that the first one gets. */
const keptToken = {
  name: "access_token",
  value: "res.body.access_token",
  enabled: true,
  local: false,
};

function paramsOf(operation: Operation, named: Readonly<Record<string, ExampleSchema>>) {
  return (operation.parameters ?? []).flatMap((parameter) => {
    const { name, required, schema, example } = parameter;
    if (parameter.in !== "path" && parameter.in !== "query") return [];
    const [value] = [example ?? exampleValue(schema, named)].flat();
    const isVariable = variables.some((variable) => variable.name === name);
    const text = isVariable ? `{{${name}}}` : String(value);
    return [{ name, value: text, enabled: required, type: parameter.in }] as const;
  });
}

/** Bruno sends the query of the URL, whatever the request's table of parameters says. */
function queryOf(params: ReturnType<typeof paramsOf>): string {
  const sent = params.filter(({ type, enabled }) => type === "query" && enabled);
  const pairs = sent.map(({ name, value }) => `${name}=${value}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function bodyType({ requestBody }: Operation): "json" | "text" | "none" {
  const [type] = Object.keys(requestBody?.content ?? {});
  if (type === undefined) return "none";
  return type === "application/json" ? "json" : "text";
}

function bodyOf(operation: Operation, named: Readonly<Record<string, ExampleSchema>>) {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  if (content === undefined) return {};
  if (bodyType(operation) === "text") return { body: { text: "" } };
  const body = { ...((content.example ?? exampleValue(content.schema, named)) as object) };
  if (operation.operationId === "requestToken") {
    for (const { name } of variables)
      if (name in body) Object.assign(body, { [name]: `{{${name}}}` });
  }
  return { body: { json: JSON.stringify(body, null, 2) } };
}
