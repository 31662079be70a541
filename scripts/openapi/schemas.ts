import type { TSchema } from "typebox";
import { BookingRecord, BookingStatus } from "../../contract/booking-record.ts";
import { CancelRequest, CancelResponse } from "../../contract/cancel.ts";
import { ContactBookingsResponse } from "../../contract/contact-bookings.ts";
import { ErrorResponse, TokenMissingResponse } from "../../contract/errors.ts";
import {
  TokenForm,
  TokenRequest,
  TokenRequestBesideBasic,
  TokenResponse,
} from "../../contract/token.ts";

/** The named schemas of the public interface's document. */
export const { schemaObject, namedSchemas } = schemaObjects({
  TokenRequest,
  TokenRequestBesideBasic,
  TokenForm,
  TokenResponse,
  ContactBookings: ContactBookingsResponse,
  BookingRecord,
  BookingStatus,
  CancelRequest,
  CancelResponse,
  Error: ErrorResponse,
  TokenMissingError: TokenMissingResponse,
});

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Writes schemas for a document: a named one is written once, and referred to elsewhere. */
export function schemaObjects(named: Readonly<Record<string, TSchema>>) {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const schemaObject = (schema: TSchema): JsonObject => {
    const name = names.get(schema);
    return name === undefined ? expand(schema) : { $ref: `#/components/schemas/${name}` };
  };
  const expand = (schema: TSchema): JsonObject =>
    Object.fromEntries(
      Object.entries(schema as Record<string, unknown>).map(([key, value]) => [key, inside(value)]),
    );
  const inside = (value: unknown): Json => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== "object" || value === null) return value as Json;
    return schemaObject(value);
  };
  const namedSchemas = (): JsonObject =>
    Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [name, expand(schema)] as const),
    );
  return { schemaObject, expand, namedSchemas };
}
