import {
  ContactBookingsQuery,
  defaultPageSize,
  pageNumbers,
  statusFilters,
} from "../../../contract/contact-bookings.ts";
import { bookingStatuses, type BookingStatus } from "../../domain/booking.ts";
import { parseInteractionName } from "../../domain/identifier.ts";
import { parseInstant } from "../../domain/instant.ts";
import type { ListRefusal, Refused } from "../../domain/refusal.ts";
import type { InteractionScope } from "../../store/doors/catalogue.ts";
import type { BookingsQuery } from "../../usecases/list-bookings.ts";
import { decodeFormText } from "../call/request-body.ts";

/** The parameters of the list (interface, Endpoints 2). */
export const bookingsParameters: ReadonlySet<string> = new Set(
  Object.keys(ContactBookingsQuery.properties),
);

/**
 * Reads the parameters strictly: an unreadable or empty value is refused, never guessed (A11 to A18). A `language` is
 * never unreadable, and a `page_size` above the most means the most.
 */
export function readBookingsQuery(
  parameters: QueryParameters,
  pageSizeMax: number,
): BookingsQuery | Refused<ListRefusal> {
  try {
    refuseNearMisses(parameters);
    return {
      externalId: readExternalId(parameters),
      scope: readScope(parameters),
      from: readInstant(parameters, "slot_date_range.from", Math.ceil),
      to: readInstant(parameters, "slot_date_range.to", Math.floor),
      statuses: readStatuses(parameters),
      language: readSingle(parameters, "language"),
      pageSize: Math.min(readInteger(parameters, "page_size") ?? defaultPageSize, pageSizeMax),
      pageNumber: readInteger(parameters, "page_number") ?? 1,
    };
  } catch (refused) {
    if (refused instanceof Unreadable) return { refused: refused.refusal };
    throw refused;
  }
}

/** Thrown by the readers below at the first parameter that cannot be read. */
class Unreadable extends Error {
  readonly refusal: ListRefusal;
  constructor(refusal: ListRefusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

/** Names that people try, and the parameters they mean. */
const triedNames: Readonly<Record<string, string>> = {
  from: "slot_date_range.from",
  to: "slot_date_range.to",
  start: "slot_date_range.from",
  end: "slot_date_range.to",
  "slot_date_range.start": "slot_date_range.from",
  "slot_date_range.end": "slot_date_range.to",
  status: "booking_status",
  limit: "page_size",
  page: "page_number",
  lang: "language",
};

/** Longer names are no near misses. */
const nameMaxLength = 64;

const parameterOfStem = new Map(
  [
    ...Object.entries(triedNames),
    ...[...bookingsParameters].map((name) => [name, name] as const),
  ].map(([name, parameter]) => [stemOf(name), parameter]),
);

/**
 * The parameter of which a name is a near miss: with brackets, in another case, in singular or plural, with
 * other separators, or one of the tried names (decision A17). Null for any other name, and for the exact one.
 */
export function nearMiss(name: string): string | null {
  if (bookingsParameters.has(name) || name.length > nameMaxLength) return null;
  return parameterOfStem.get(stemOf(name)) ?? null;
}

/** A filter under a wrong name must not widen the result (A17). */
function refuseNearMisses(parameters: QueryParameters): void {
  for (const name of parameters.keys()) {
    const parameter = nearMiss(name);
    if (parameter === null) continue;
    throw new Unreadable({ why: "parameter-misnamed", parameter, sent: shown(name) });
  }
}

/** A near miss without its indexes, which could be a value; its letters are those of a parameter. */
function shown(name: string): string | null {
  const text = name.replaceAll(/\[\d+\]/g, "[]");
  return /^[\w.[\]-]+$/.test(text) ? text : null;
}

function readSingle(parameters: QueryParameters, parameter: string): string | null {
  const values = parameters.get(parameter);
  if (values === undefined) return null;
  if (values.length > 1) throw new Unreadable({ why: "parameter-repeated", parameter });
  return values[0] ?? null;
}

function malformed(parameter: string, expected: string): Unreadable {
  return new Unreadable({ why: "parameter-malformed", parameter, expected });
}

function readExternalId(parameters: QueryParameters): string {
  const externalId = readSingle(parameters, "external_id");
  if (externalId === null || externalId === "") {
    throw new Unreadable({ why: "parameter-missing", parameter: "external_id" });
  }
  return externalId;
}

/** An empty scope names no campaign, so it is refused: it must not widen the result (A18). */
function readScope(parameters: QueryParameters): InteractionScope | null {
  const publicKey = readSingle(parameters, "public_keys");
  const name = readSingle(parameters, "interactions");
  if (publicKey !== null && name !== null) throw new Unreadable({ why: "both-scopes" });
  // No public key contains NUL, which PostgreSQL cannot take as a value.
  if (publicKey?.includes("\0") === true) throw new Unreadable({ why: "unknown-public-key" });
  if (publicKey !== null) return { publicKey };
  if (name === null) return null;
  const interactionId = parseInteractionName(name);
  if (interactionId === null) {
    throw malformed("interactions", "the resource name of a campaign, interactions/<uuid>");
  }
  return { interactionId };
}

function readInstant(
  parameters: QueryParameters,
  parameter: string,
  round: (instant: number) => number,
): number | null {
  const text = readSingle(parameters, parameter);
  if (text === null) return null;
  const instant = parseInstant(text);
  if (instant === null) {
    throw malformed(
      parameter,
      "an RFC 3339 timestamp such as 2030-05-01T08:00:00Z (a + in an offset is sent as %2B)",
    );
  }
  return round(instant);
}

/** CHECKED_IN is accepted and matches no booking: check-in is recorded on the attendee. */
function readStatuses(parameters: QueryParameters): readonly BookingStatus[] | null {
  const values = parameters.get("booking_status");
  if (values === undefined) return null;
  const statuses = new Set<BookingStatus>();
  for (const value of values) {
    if (!statusFilters.some((known) => known === value)) {
      throw malformed(
        "booking_status",
        "CONFIRMED, WAITLIST, CHECKED_IN or CANCELLED; repeat the parameter to combine them",
      );
    }
    const status = bookingStatuses.find((known) => known === value);
    if (status !== undefined) statuses.add(status);
  }
  return [...statuses];
}

function readInteger(parameters: QueryParameters, parameter: string): number | null {
  const text = readSingle(parameters, parameter);
  if (text === null) return null;
  const { minimum, maximum } = pageNumbers;
  const value = /^\d{1,20}$/.test(text) ? Number(text) : 0;
  if (value < minimum || value > maximum) {
    throw malformed(parameter, `a whole number from ${minimum} to ${maximum}, in plain digits`);
  }
  return value;
}

/** The parameters of a query string, each with all its values in order. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>;

/** Reads percent-encoded UTF-8 strictly, and `+` as a space, as in forms. */
export function parseQueryString(text: string): QueryParameters | Refused<ListRefusal> {
  const parameters = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeFormText(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decodeFormText(pair.slice(equals + 1));
    if (name === null || value === null) return { refused: { why: "query-malformed" } };
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

/** A name without case, indexes, separators and a plural's ending: `slot_date_range[from]` and alike. */
function stemOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/\[\d*\]/g, "")
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/[es]+$/, "");
}
