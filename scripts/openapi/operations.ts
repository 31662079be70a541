import type { TObject, TSchema } from "typebox";
import type { EndpointContract } from "../../contract/endpoint.ts";
import type { Operation } from "../../contract/endpoints.ts";
import { RequestIdHeader } from "../../contract/headers.ts";
import { codeSamples } from "./code-samples.ts";
import { exampleBody } from "./example-body.ts";
import type { Example } from "./examples.ts";
import { responsesOf } from "./responses.ts";
import { schemaObject, type Json, type JsonObject } from "./schemas.ts";

/** The Operation Object of one endpoint. */
export function operationObject(
  operation: Operation,
  endpoint: EndpointContract,
  examples: readonly Example[],
): JsonObject {
  return {
    operationId: operation,
    tags: [endpoint.authenticated ? "Bookings" : "Tokens"],
    summary: endpoint.summary,
    description: endpoint.description,
    security: endpoint.authenticated ? [{ clientCredentials: [] }, { bearerToken: [] }] : [],
    parameters: [
      ...queryParameters(endpoint.query),
      ...Object.entries(endpoint.headers).map(([name, schema]) =>
        parameter("header", name, schema, false),
      ),
      parameter("header", "X-Request-Id", RequestIdHeader, false),
    ],
    ...(endpoint.body !== null && { requestBody: requestBody(endpoint, endpoint.body) }),
    responses: responsesOf(operation, endpoint, examples),
    "x-codeSamples": codeSamples(operation, endpoint),
  };
}

function queryParameters(query: TObject | null): JsonObject[] {
  if (query === null) return [];
  const required: readonly string[] = query.required ?? [];
  return Object.entries(query.properties).map(([name, schema]) =>
    parameter("query", name, schema, required.includes(name)),
  );
}

/** A schema's description belongs to the parameter, where tools look for it. */
function parameter(
  place: "query" | "header",
  name: string,
  schema: TSchema,
  required: boolean,
): JsonObject {
  const { description = "", examples = [], ...rest } = schemaObject(schema);
  const [example] = examples as readonly Json[];
  return {
    name,
    in: place,
    required,
    description,
    ...(rest["type"] === "array" && { style: "form", explode: true }),
    schema: rest,
    ...(example !== undefined && { example }),
  };
}

function requestBody({ takesForm }: EndpointContract, body: TObject): JsonObject {
  const content = { schema: schemaObject(body), example: exampleBody(body) };
  return {
    required: true,
    content: {
      "application/json": content,
      ...(takesForm && { "application/x-www-form-urlencoded": content }),
    },
  };
}
