import { isJsonObject } from "./json-object.ts";

/**
 * Whether a body is that of an error, whatever its status: both shapes of errors have a `message` (interface,
 * Errors), and no other answer has one. A gateway may send one with a 200.
 */
export function isErrorBody(json: unknown): boolean {
  return isJsonObject(json) && typeof json["message"] === "string";
}
