import type { FastifyInstance } from "fastify";
import type { BookingRecord } from "../../contract/booking-record.ts";
import {
  fetchContactBookings as endpoint,
  type ContactBookingsResponse,
} from "../../contract/contact-bookings.ts";
import type { AccountId } from "../domain/account.ts";
import { formatInstant } from "../domain/instant.ts";
import { isRefused } from "../domain/refusal.ts";
import type { Authentication } from "../usecases/authenticate.ts";
import { listBookings, type BookingsPage, type ListedBooking } from "../usecases/list-bookings.ts";
import { allowedFor, callerOf, limitedBy } from "./access.ts";
import { refuse } from "./answers.ts";
import { bookingsParameters, readBookingsQuery } from "./bookings-query.ts";
import { tellIgnored } from "./ignored-parameters.ts";
import { parseQueryString } from "./query-string.ts";
import type { RateLimit } from "./rate-limits.ts";
import { routeOf } from "./route-of.ts";

export interface FetchEndpointParts {
  readonly authentication: Authentication;
  readonly requestLimit: RateLimit;
  readonly pageSizeMax: number;
  account(id: AccountId): Parameters<typeof listBookings>[0];
  readonly now: () => number;
}

/** `GET /v1/interactions:fetchContactBookings` (interface, Endpoints 2). */
export function fetchContactBookings(server: FastifyInstance, parts: FetchEndpointParts): void {
  server.route({
    ...routeOf(endpoint),
    onRequest: [
      limitedBy(parts.requestLimit, parts.now),
      allowedFor(endpoint.name, parts.authentication, parts.now),
    ],
    handler: async (request, reply) => {
      const { account } = callerOf(request);
      const parameters = parseQueryString(queryOf(request.url));
      if (isRefused(parameters)) return refuse(reply, parameters.refused);
      request.recordable = { parameters: [...bookingsParameters].filter((p) => parameters.has(p)) };
      tellIgnored(reply, account.isProduction, parameters.keys(), bookingsParameters);
      const query = readBookingsQuery(parameters, parts.pageSizeMax);
      if (isRefused(query)) return refuse(reply, query.refused);
      const page = await listBookings(parts.account(account.id), query);
      if (isRefused(page)) return refuse(reply, page.refused);
      return toResponse(page, query);
    },
  });
}

/** Everything after the first `?`: a second one is a character like any other. */
function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark + 1);
}

/** Nothing found: neither `bookings` nor `total_count`. Past the last page: no `bookings`. */
function toResponse(
  page: BookingsPage,
  query: { readonly pageNumber: number; readonly pageSize: number },
): ContactBookingsResponse {
  return {
    ...(page.bookings.length > 0 && { bookings: page.bookings.map(toRecord) }),
    page_number: query.pageNumber,
    page_size: query.pageSize,
    ...(page.totalCount > 0 && { total_count: page.totalCount }),
  };
}

function toRecord(booking: ListedBooking): BookingRecord {
  const { activity, interaction, group, host, slotDurationInMinutes, ticketType } = booking;
  return {
    activity: { id: activity.id, title: activity.title, location_hint: activity.locationHint },
    interaction: { public_key: interaction.publicKey, timezone: interaction.timezone },
    group: { unique_key: group.uniqueKey, display_name: group.displayName },
    slot_starting_at: formatInstant(booking.slotStartingAt),
    ...(slotDurationInMinutes !== null && { slot_duration_in_minutes: slotDurationInMinutes }),
    booking_status: booking.status,
    booked_at: formatInstant(booking.bookedAt),
    ticket_type: {
      display_name: ticketType.displayName,
      has_limited_capacity: ticketType.hasLimitedCapacity,
    },
    ...(host !== null && { host: { display_name: host.displayName } }),
    booking: booking.id,
  };
}
