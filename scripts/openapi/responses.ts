import type { EndpointContract } from "../../contract/endpoint.ts";
import { errorsAnywhere } from "../../contract/endpoint.ts";
import type { Operation } from "../../contract/endpoints.ts";
import {
  ErrorResponse,
  errors,
  TokenMissingResponse,
  type ErrorReason,
} from "../../contract/errors.ts";
import { answerHeaders, type AnswerHeader } from "../../contract/headers.ts";
import { examplesOf, type Example } from "./examples.ts";
import { schemaObject, type JsonObject } from "./schemas.ts";

/** Responses that all endpoints share, by status. */
const shared: Readonly<Record<number, string>> = {
  400: "MalformedHttp",
  401: "TokenRefused",
  403: "EndpointNotEnabled",
  404: "NotFound",
  408: "RequestTooSlow",
  413: "BodyTooLarge",
  429: "RateLimited",
  431: "HeadersTooLarge",
  503: "Unavailable",
};

/** The Responses Object of one operation: 200, and every error that it may have. */
export function responsesOf(
  operation: Operation,
  endpoint: EndpointContract,
  examples: readonly Example[],
): JsonObject {
  const byStatus: Record<string, JsonObject> = {
    200: {
      description: endpoint.answerDescription,
      headers: headersOf(200, endpoint),
      content: {
        "application/json": {
          schema: schemaObject(endpoint.answer),
          examples: examplesOf(examples, operation, 200),
        },
      },
    },
  };
  for (const [status, reasons] of reasonsByStatus([...endpoint.errors, ...errorsAnywhere])) {
    const name = sharedName(status, reasons);
    byStatus[status] =
      name === undefined
        ? errorResponse(status, reasons, operation, examples)
        : { $ref: `#/components/responses/${name}` };
  }
  return byStatus;
}

/** The shared responses; their examples are those of the given operation. */
export function sharedResponses(
  operation: Operation,
  endpoint: EndpointContract,
  examples: readonly Example[],
): JsonObject {
  const statuses = reasonsByStatus([...endpoint.errors, ...errorsAnywhere]);
  return Object.fromEntries(
    [...statuses].flatMap(([status, reasons]) => {
      const name = sharedName(status, reasons);
      return name === undefined
        ? []
        : [[name, errorResponse(status, reasons, operation, examples)] as const];
    }),
  );
}

/** Some endpoints have a 400 of their own. */
function sharedName(status: number, reasons: readonly ErrorReason[]): string | undefined {
  return status === 400 && reasons.length > 1 ? undefined : shared[status];
}

function reasonsByStatus(reasons: readonly ErrorReason[]): Map<number, ErrorReason[]> {
  const byStatus = new Map<number, ErrorReason[]>();
  for (const reason of reasons) {
    const { status } = errors[reason];
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  return new Map([...byStatus].toSorted(([one], [other]) => one - other));
}

function errorResponse(
  status: number,
  reasons: readonly ErrorReason[],
  operation: Operation,
  examples: readonly Example[],
): JsonObject {
  return {
    description: describe(reasons),
    headers: headersOf(status),
    content: {
      "application/json": {
        schema: errorSchema(reasons),
        examples: examplesOf(examples, operation, status),
      },
    },
  };
}

function describe(reasons: readonly ErrorReason[]): string {
  const [only, ...more] = reasons.map((reason) => errors[reason].when);
  return more.length === 0 ? (only ?? "") : [only, ...more].map((when) => `- ${when}`).join("\n");
}

/** The error schema with the codes of this status; 401 has a second shape. */
function errorSchema(reasons: readonly ErrorReason[]): JsonObject {
  const codes = [...new Set(reasons.flatMap((reason) => errors[reason].code ?? []))];
  const coded = {
    allOf: [schemaObject(ErrorResponse), { properties: { code: { enum: codes } } }],
  };
  return codes.length < new Set(reasons.map((reason) => errors[reason].code)).size
    ? { oneOf: [coded, schemaObject(TokenMissingResponse)] }
    : coded;
}

/** The headers of an answer with this status, as references to the components. */
function headersOf(status: number, of?: EndpointContract): JsonObject {
  return Object.fromEntries(
    Object.entries<AnswerHeader>(answerHeaders)
      .filter(([, { statuses }]) => statuses === "all" || statuses.includes(status))
      .filter(([, { endpoint }]) => endpoint === undefined || endpoint === of?.name)
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

export function headerObjects(): JsonObject {
  return Object.fromEntries(
    Object.entries(answerHeaders).map(([name, { description, required, schema, example }]) => [
      name,
      { description, required, schema: schemaObject(schema), example },
    ]),
  );
}
