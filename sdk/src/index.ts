// The package's public interface. Everything else may change without notice.
export { BookingClient } from "./booking-client.ts";
export type {
  Booking,
  BookingPage,
  BookingStatus,
  BookingStatusFilter,
  Cancellability,
} from "./booking.ts";
export type { CallLimits, CallOptions } from "./call-limits.ts";
export type { BookingReference, CancelOptions, CancelResult } from "./cancel-booking.ts";
export type { BookingClientOptions } from "./client-options.ts";
export type { DefaultHeaders } from "./default-headers.ts";
export {
  BookingError,
  CredentialsError,
  NotCancellableError,
  RateLimitError,
  RequestError,
  TemporaryError,
  TimeoutError,
} from "./errors.ts";
export type { BookingFilter, ListBookingsOptions } from "./list-bookings.ts";
export { localisedText } from "./localised-text.ts";
export type { LogFields, Logger } from "./log.ts";
export type { Runtime } from "./runtime.ts";
export type { Fetch } from "./send-once.ts";
export { endsAt, formatStart, startsAt } from "./slot-times.ts";
export type { StoredToken, TokenStore } from "./token-store.ts";
export type { BookingIterator } from "./walk-pages.ts";
export { verifyWebhook, WebhookError } from "./verify-webhook.ts";
export type { WebhookEvent, WebhookHeaders } from "./verify-webhook.ts";
