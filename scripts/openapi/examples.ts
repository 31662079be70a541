import type { Operation } from "../../contract/endpoints.ts";
import type { Json, JsonObject } from "./schemas.ts";

/** A recorded answer of the service. */
export interface Example {
  readonly operation: Operation;
  readonly status: number;
  /** The reason of an error, or a word for what a success shows. */
  readonly name: string;
  readonly summary: string;
  /** When an error occurs, and what a caller does then; empty for a success. */
  readonly description: string;
  readonly body: Json;
}

/** The Example Objects of one status of an operation, by name. */
export function examplesOf(
  examples: readonly Example[],
  operation: Operation,
  status: number,
): JsonObject {
  return Object.fromEntries(
    examples
      .filter((example) => example.operation === operation && example.status === status)
      .map(({ name, summary, description, body }) => [
        name,
        { summary, ...(description !== "" && { description }), value: body },
      ]),
  );
}
