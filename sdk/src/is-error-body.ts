import { isJsonObject } from "./json-object.ts";

/**
 * Tells whether a body is that of an error, whatever status it came with: both shapes of errors have a
 * `message` (interface, Errors), and nothing else has. A gateway may send one with a 200.
 */
export function isErrorBody(json: unknown): boolean {
  return isJsonObject(json) && typeof json["message"] === "string";
}
