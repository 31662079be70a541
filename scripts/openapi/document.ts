import { readFileSync } from "node:fs";
import type { EndpointContract } from "../../contract/endpoint.ts";
import { endpoints, type Operation } from "../../contract/endpoints.ts";
import type { Example } from "./examples.ts";
import { operationObject } from "./operations.ts";
import { headerObjects, sharedResponses } from "./responses.ts";
import { namedSchemas, type JsonObject } from "./schemas.ts";

const introduction = new URL("../../contract/introduction.md", import.meta.url);

/** The OpenAPI document: the contract's schemas and sentences, with recorded answers as examples. */
export function openApiDocument(examples: readonly Example[]): JsonObject {
  const all = Object.entries(endpoints) as [Operation, EndpointContract][];
  return {
    openapi: "3.1.1",
    info: {
      title: "Booking Service",
      version: "1.0.0",
      summary: "List the bookings a contact has made on a campaign, and cancel one.",
      description: readFileSync(introduction, "utf8").trim(),
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [
      {
        url: "https://{base_url}",
        description: "The API host of one account: one tenant in one environment.",
        variables: {
          base_url: {
            default: "bookings.example.com",
            description: "The host that your operator gave you for this environment.",
          },
        },
      },
    ],
    tags: [
      { name: "Tokens", description: "Credentials become a bearer token." },
      { name: "Bookings", description: "A contact's bookings. Each call carries the token." },
    ],
    paths: Object.fromEntries(
      all.map(([operation, endpoint]) => [
        endpoint.path,
        { [endpoint.method.toLowerCase()]: operationObject(operation, endpoint, examples) },
      ]),
    ),
    components: {
      securitySchemes: securitySchemes(),
      schemas: namedSchemas(),
      headers: headerObjects(),
      responses: Object.assign(
        {},
        ...all.map(([operation, endpoint]) => sharedResponses(operation, endpoint, examples)),
      ) as JsonObject,
    },
  };
}

function securitySchemes(): JsonObject {
  return {
    clientCredentials: {
      type: "oauth2",
      description:
        "OAuth 2.0 client credentials, machine to machine. The token request needs an `audience` as well, and its refusals are the errors of this interface, not those of RFC 6749: see `requestToken`.",
      flows: {
        clientCredentials: { tokenUrl: endpoints.requestToken.path, scopes: {} },
      },
    },
    basicCredentials: {
      type: "http",
      scheme: "basic",
      description:
        "For the token request alone: `client_id` and `client_secret` in HTTP Basic, each form-encoded, where the body has no secret (RFC 6749, 2.3.1).",
    },
    bearerToken: {
      type: "http",
      scheme: "bearer",
      description:
        "`Authorization: Bearer <ACCESS_TOKEN>` on every call. A token in the URL or in a cookie does not count. It works on the API hosts of its own account only.",
    },
  };
}
