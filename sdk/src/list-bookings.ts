import type { Booking, BookingPage, BookingStatusFilter } from "./booking.ts";
import type { CallOptions } from "./call-limits.ts";
import { RequestError } from "./errors.ts";
import { isErrorBody } from "./is-error-body.ts";
import { isJsonObject } from "./json-object.ts";
import type { Answer, ServiceRequest } from "./send-once.ts";

/**
 * A filter of bookings, and the limits of each request for a page. `publicKey` and `interaction` exclude each
 * other.
 */
export interface BookingFilter extends CallOptions {
  /** One campaign, by its public key. Default: all campaigns. */
  readonly publicKey?: string | undefined;
  /** One campaign, by its resource name, `interactions/<uuid>`. */
  readonly interaction?: string | undefined;
  /** Slots that start at this time or later; text is RFC 3339. */
  readonly from?: Date | string | undefined;
  /** Slots that start at this time or earlier; text is RFC 3339. */
  readonly to?: Date | string | undefined;
  /** Default: every status. */
  readonly statuses?: readonly BookingStatusFilter[] | undefined;
  /** The language of campaign texts, such as `fr`. Default: the client's `language`. */
  readonly language?: string | undefined;
  /** Default: 100; the service may apply less. */
  readonly pageSize?: number | undefined;
}

export interface ListBookingsOptions extends BookingFilter {
  /** Counted from 1. Default: 1. */
  readonly pageNumber?: number | undefined;
  /** Asks which bookings of the page can be cancelled now: `page.cancellable`. Default: false. */
  readonly cancellable?: boolean | undefined;
}

/** The request for a page. Throws a RequestError for values that the service would only refuse. */
export function listRequest(
  baseUrl: string,
  externalId: string,
  options: ListBookingsOptions,
): ServiceRequest {
  if (typeof externalId !== "string" || externalId === "") {
    throw new RequestError("The external id is missing: it is your own id of the customer.", {});
  }
  // A lone surrogate would be sent as U+FFFD, which may be another customer's id.
  if (/\p{Surrogate}/u.test(externalId)) {
    throw new RequestError("The external id is not well-formed Unicode.", {});
  }
  if (options.publicKey !== undefined && options.interaction !== undefined) {
    throw new RequestError("Give publicKey or interaction, not both.", {});
  }
  const query = new URLSearchParams({ external_id: externalId });
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) query.append(name, String(value));
  };
  add("public_keys", options.publicKey);
  add("interactions", options.interaction);
  add("slot_date_range.from", instant("from", options.from));
  add("slot_date_range.to", instant("to", options.to));
  for (const status of options.statuses ?? []) add("booking_status", status);
  add("language", options.language);
  add("page_size", options.pageSize);
  add("page_number", options.pageNumber);
  return {
    endpoint: "list",
    method: "GET",
    url: `${baseUrl}/v1/interactions:fetchContactBookings?${query.toString()}`,
    headers: options.cancellable === true ? { prefer: "cancellable" } : {},
    secrets: [externalId],
  };
}

function instant(name: string, value: Date | string | undefined): string | undefined {
  if (!(value instanceof Date)) return value;
  if (Number.isNaN(+value)) throw new RequestError(`${name} is an invalid Date.`, {});
  return value.toISOString();
}

/** Parses a page. A missing field is treated as empty or zero (interface, Endpoints 2). */
export function readPage(
  { json, status, header }: Answer,
  requestId: string,
  asked: ListBookingsOptions,
): BookingPage {
  if (!isJsonObject(json) || isErrorBody(json)) {
    throw new RequestError(
      `The answer is not a list of bookings. Is baseUrl your API host? (request ${requestId})`,
      { status, requestId },
    );
  }
  const { page_number, page_size, total_count } = json;
  const bookings = Array.isArray(json["bookings"]) ? (json["bookings"] as readonly Booking[]) : [];
  return {
    bookings,
    pageNumber: count(page_number) || (asked.pageNumber ?? 1),
    pageSize: count(page_size) || (asked.pageSize ?? 100),
    totalCount: count(total_count),
    cancellable: readCancellable(bookings, header),
    requestId,
  };
}

/** A list of reasons that the service cut would call too many bookings cancellable; it sends a whole one or none. */
function readCancellable(
  bookings: readonly Booking[],
  header: Answer["header"],
): BookingPage["cancellable"] {
  if (header("preference-applied") !== "cancellable") return null;
  const named = (header("x-not-cancellable") ?? "").split(", ").map((one) => one.split(";reason="));
  const reasons = new Map(named.map(([booking = "", reason = ""]) => [booking, reason]));
  return new Map(
    bookings.map(({ booking, booking_status: status }) => {
      const known = reasons.get(booking) ?? null;
      const reason = status === "CANCELLED" ? "ticket-already-cancelled" : known;
      return [booking, { now: reason === null, reason }];
    }),
  );
}

function count(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
