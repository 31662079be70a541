import type { TObject, TSchema, TString } from "typebox";
import type { EndpointContract } from "../../contract/endpoint.ts";
import type { Operation } from "../../contract/endpoints.ts";
import { CancelReasonHeader, RequestIdHeader } from "../../contract/headers.ts";
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
    security: securityOf(endpoint),
    parameters: [
      ...queryParameters(endpoint.query),
      ...Object.entries(endpoint.headers).map(([name, schema]) => headerParameter(name, schema)),
      headerParameter("X-Request-Id", RequestIdHeader),
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

/** A call has a bearer token; a token request has its credentials in the body or in HTTP Basic. */
function securityOf({ authenticated, bodyBesideBasic }: EndpointContract): JsonObject[] {
  if (authenticated) return [{ clientCredentials: [] }, { bearerToken: [] }];
  return bodyBesideBasic === null ? [] : [{}, { basicCredentials: [] }];
}

/** Headers that have a form and count without it: a request with another value is answered all the same. */
const formIsAdvice: ReadonlySet<TSchema> = new Set([RequestIdHeader, CancelReasonHeader]);

interface StringForm {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

function headerParameter(name: string, schema: TSchema): JsonObject {
  if (!formIsAdvice.has(schema)) return parameter("header", name, schema, false);
  const { pattern: _, minLength: __, maxLength: ___, ...any } = schema as TString & StringForm;
  return parameter("header", name, any, false);
}

function requestBody({ bodyBesideBasic, form }: EndpointContract, body: TObject): JsonObject {
  const schema =
    bodyBesideBasic === null
      ? schemaObject(body)
      : { anyOf: [schemaObject(body), schemaObject(bodyBesideBasic)] };
  return {
    required: true,
    content: {
      "application/json": { schema, example: exampleBody(body) },
      ...(form !== null && {
        "application/x-www-form-urlencoded": {
          schema: schemaObject(form),
          example: exampleBody(form),
        },
      }),
    },
  };
}
