import type { EndpointContract } from "../../contract/endpoint.ts";

/** The part of a fastify route that the contract decides. */
export function routeOf({ name, method, path, answer }: EndpointContract) {
  return {
    method,
    // A single colon would begin a parameter.
    url: path.replace(":", "::"),
    config: { endpoint: name },
    schema: { response: { 200: answer } },
  };
}
