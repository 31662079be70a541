import { isObject, parseJson } from "../../domain/json.ts";
import type { BodyFault, UnreadBody } from "../../domain/refusal.ts";
import { decodeBody } from "../call/request-body.ts";

/** Names that people try for `booking`, without case and separators. */
const triedNames: ReadonlySet<string> = new Set(
  "booking bookings bookingid bookingids bookinguuid id uuid".split(" "),
);

/** What stands in a body in which no booking was found. `unread` is an encoding or type of it that is not read. */
export function bookingFault(body: Buffer, unread: UnreadBody | null): BodyFault {
  if (body.length === 0) return "empty";
  const text = decodeBody(body);
  const value = text === null ? undefined : parseJson(text);
  if (isObject(value)) return faultOfObject(value);
  if (unread !== null) return unread;
  if (text === null) return "not UTF-8";
  return value === undefined ? "not JSON" : "not an object";
}

/** A name that is shown has the letters of a tried one, so it carries no value. */
function faultOfObject(object: Readonly<Record<string, unknown>>): BodyFault {
  if (Object.hasOwn(object, "booking")) {
    return typeof object["booking"] === "string" ? "no UUID" : "no string";
  }
  const named = Object.keys(object).find(
    (name) =>
      /^[\w.-]{1,64}$/.test(name) &&
      triedNames.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")),
  );
  return named === undefined ? "no booking" : { named };
}
