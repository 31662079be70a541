import { callApi, type ApiRequest, type Operation } from "./call-api.ts";
import type { Operations } from "./operations.ts";
import { ProblemError } from "./problem.ts";

/** Null where the record does not exist, or a text cannot be such an id. */
export async function orNull<O extends Operation>(
  operation: O,
  request: ApiRequest<O>,
  signal: AbortSignal,
): Promise<Operations[O]["answer"] | null> {
  try {
    return (await callApi(operation, request, signal)).body;
  } catch (error) {
    const isNone = error instanceof ProblemError && (error.status === 404 || error.status === 400);
    if (isNone) return null;
    throw error;
  }
}
