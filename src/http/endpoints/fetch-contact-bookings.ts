import { cancelInteractionBooking } from "../../../contract/cancel.ts";
import { fetchContactBookings as contract } from "../../../contract/contact-bookings.ts";
import { isRefused } from "../../domain/refusal.ts";
import { findNotCancellable } from "../../usecases/cancel-booking.ts";
import {
  listBookings,
  type BookingsPage,
  type ListedActivity,
  type ListedBooking,
} from "../../usecases/list-bookings.ts";
import { callerOf, type Call } from "../call/call.ts";
import { bookingsParameters, readBookingsQuery, parseQueryString } from "./bookings-query.ts";
import type { EndpointParts, ServedEndpoint } from "./endpoint.ts";
import { ignoredNames } from "./ignored-parameters.ts";
import { LargeLists } from "./large-lists.ts";
import { formatInstant } from "../../domain/instant.ts";
import { remembered } from "../../domain/memoized.ts";

/** `GET /v1/interactions:fetchContactBookings` (interface, Endpoints 2). */
export function fetchContactBookings(parts: EndpointParts): ServedEndpoint {
  const large = new LargeLists();
  return {
    contract,
    limit: parts.requestLimit,
    // One list may hold hundreds of bookings, which this process serializes.
    openAtLeast: 64,
    answer: async (call) => {
      const { account } = callerOf(call);
      const parameters = parseQueryString(call.target.query);
      if (isRefused(parameters)) return parameters;
      call.recordable = { parameters: [...bookingsParameters].filter((p) => parameters.has(p)) };
      const query = readBookingsQuery(parameters, parts.pageSizeMax);
      // A near miss is refused, so no name of that request was ignored.
      if (!isRefused(query) || query.refused.why !== "parameter-misnamed") {
        call.ignored = ignoredNames(parameters.keys(), bookingsParameters);
      }
      if (isRefused(query)) return query;
      const isLarge = large.expects(account.id, query);
      if (isLarge && !(await large.enter())) return { refused: { why: "unavailable" } };
      try {
        const page = await listBookings(parts.account(account.id), query);
        if (isRefused(page)) return page;
        large.note(account.id, query, page.totalCount);
        if (call.request.headers["prefer"] !== undefined) {
          await tellNotCancellable(call, page, parts);
        }
        return bookingsPageJson(page, query);
      } finally {
        if (isLarge) large.leave();
      }
    },
  };
}

const maxNotCancellableBytes = 3_000;

/**
 * Sets `X-Not-Cancellable` where the caller prefers it (A92). An account that may not cancel at all gets no
 * such answer, because no booking of it can be cancelled; nor does a page whose value would be too long for a header.
 */
async function tellNotCancellable(
  call: Call,
  { bookings }: BookingsPage,
  parts: EndpointParts,
): Promise<void> {
  const { account } = callerOf(call);
  if (!prefersCancellable(String(call.request.headers["prefer"]))) return;
  if (!account.enabledEndpoints.has(cancelInteractionBooking.name)) return;
  const found = await findNotCancellable(parts.account(account.id), bookings, parts.now());
  const value = found.map(({ id, why }) => `${id};reason=${why}`).join(", ");
  if (value.length <= maxNotCancellableBytes) call.notCancellable = value;
}

/** Whether one of the preferences of a `Prefer` header is `cancellable` (RFC 7240, 2). */
function prefersCancellable(value: string): boolean {
  // A comma in a quoted text separates nothing.
  const unquoted = value.replaceAll(/"(?:\\.|[^"\\])*"?/g, (text) => (text === '""' ? text : '"'));
  return unquoted
    .split(",")
    .some((one) => /^\s*cancellable\s*(?:=\s*(?:""\s*)?)?(?:;|$)/i.test(one));
}

/** The place of a page in the list, as the answer states it. */
export interface PagePlace {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/**
 * A page as JSON. `contract/booking-record.ts` defines the same fields; `bookings-page-json.test.ts` compares
 * this text with what that schema serializes. Nothing found: neither `bookings` nor `total_count`. Past the
 * last page: no `bookings`.
 *
 * The JSON is concatenated from texts, because most of a record is the same in thousands of others:
 * each part of the remembered catalogue is serialized once and kept with the part (`Memoized`).
 */
export function bookingsPageJson(page: BookingsPage, { pageNumber, pageSize }: PagePlace): string {
  let text = `{"page_number":${pageNumber},"page_size":${pageSize}`;
  let before = ',"bookings":[';
  for (const booking of page.bookings) {
    text += before + recordJson(booking);
    before = ",";
  }
  if (page.bookings.length > 0) text += "]";
  return page.totalCount > 0 ? `${text},"total_count":${page.totalCount}}` : `${text}}`;
}

/** Many bookings share a slot's start; few share the time at which they were made. */
const formatSlot = remembered(10_000, formatInstant);

// The id and the status contain no character that JSON escapes.
function recordJson(booking: ListedBooking): string {
  const { slotDurationInMinutes: minutes, host } = booking;
  return (
    booking.activity.derive("json", activityJson) +
    `,"slot_starting_at":"${formatSlot(booking.slotStartingAt)}","booking_status":"${booking.status}","booked_at":"${formatInstant(booking.bookedAt)}"` +
    booking.ticketType.derive("json", ticketTypeJson) +
    `,"booking":"${booking.id}"` +
    (minutes === null ? "" : `,"slot_duration_in_minutes":${minutes}`) +
    (host === null ? "}" : host.derive("json", hostJson))
  );
}

// One string instead of a concatenation, because V8 flattens a concatenated one again each time.
function activityJson({ id, title, locationHint, interaction }: ListedActivity): string {
  const { publicKey, timezone, group } = interaction;
  return JSON.stringify({
    activity: { id, title, location_hint: locationHint },
    interaction: { public_key: publicKey, timezone },
    group: { unique_key: group.uniqueKey, display_name: group.displayName },
  }).slice(0, -1);
}

function ticketTypeJson({ displayName, hasLimitedCapacity }: Part<"ticketType">): string {
  return `,"ticket_type":${JSON.stringify({ display_name: displayName, has_limited_capacity: hasLimitedCapacity })}`;
}

function hostJson({ displayName }: Part<"host">): string {
  return `,"host":${JSON.stringify({ display_name: displayName })}}`;
}

type Part<Name extends "ticketType" | "host"> = NonNullable<ListedBooking[Name]>["value"];
