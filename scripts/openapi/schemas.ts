import type { TSchema } from "typebox";
import { BookingRecord, BookingStatus } from "../../contract/booking-record.ts";
import { CancelRequest, CancelResponse } from "../../contract/cancel.ts";
import { ContactBookingsResponse } from "../../contract/contact-bookings.ts";
import { ErrorResponse, TokenMissingResponse } from "../../contract/errors.ts";
import { TokenRequest, TokenResponse } from "../../contract/token.ts";

/** The schemas that have a name in the document; wherever one is used, its name is referred to. */
const named: Readonly<Record<string, TSchema>> = {
  TokenRequest,
  TokenResponse,
  ContactBookings: ContactBookingsResponse,
  BookingRecord,
  BookingStatus,
  CancelRequest,
  CancelResponse,
  Error: ErrorResponse,
  TokenMissingError: TokenMissingResponse,
};

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A schema as it stands in the document, parts with a name referred to. */
export function schemaObject(schema: TSchema): JsonObject {
  const name = nameOf(schema);
  return name === null ? expand(schema) : { $ref: `#/components/schemas/${name}` };
}

export function namedSchemas(): JsonObject {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, expand(schema)] as const),
  );
}

function expand(schema: TSchema): JsonObject {
  return Object.fromEntries(
    Object.entries(schema as Record<string, unknown>).map(([key, value]) => [key, inside(value)]),
  );
}

function inside(value: unknown): Json {
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== "object" || value === null) return value as Json;
  return schemaObject(value);
}

function nameOf(schema: TSchema): string | null {
  return Object.entries(named).find(([, known]) => known === schema)?.[0] ?? null;
}
