import { AccessTokens } from "./access-tokens.ts";
import type { BookingPage } from "./booking.ts";
import { readLimits, type CallOptions } from "./call-limits.ts";
import { callService, type Wire } from "./call-service.ts";
import {
  cancelBooking,
  cancelRequest,
  type BookingReference,
  type CancelOptions,
  type CancelResult,
} from "./cancel-booking.ts";
import {
  processEnvironment,
  readOptions,
  type BookingClientOptions,
  type ClientSettings,
} from "./client-options.ts";
import { TimeoutError } from "./errors.ts";
import {
  listRequest,
  readPage,
  type BookingFilter,
  type ListBookingsOptions,
} from "./list-bookings.ts";
import { logInto } from "./log.ts";
import { readBooking } from "./read-booking.ts";
import { refuseBrowser } from "./refuse-browser.ts";
import { requestToken } from "./request-token.ts";
import { systemRuntime, type Runtime } from "./runtime.ts";
import type { Answer, Fetch } from "./send-once.ts";
import { openTimeLimit, type TimeLimit } from "./time-limit.ts";
import { bookingIterator, walkPages, type BookingIterator } from "./walk-pages.ts";

/**
 * Lists and cancels bookings. Make one client for each API host and keep it, because it holds the access
 * token.
 *
 * Errors are of the classes in `errors.ts`, or the reason of the caller's signal.
 */
export class BookingClient {
  readonly #settings: ClientSettings;
  readonly #wire: Wire;
  readonly #tokens: AccessTokens;

  /**
   * Throws a RequestError where an option is missing or wrong, and in a browser. Sends nothing.
   *
   * @param runtime clock, timers and randomness; for tests
   */
  constructor(options: BookingClientOptions = {}, runtime: Runtime = systemRuntime) {
    refuseBrowser(globalThis);
    const settings = readOptions(options, processEnvironment());
    const { baseUrl, clientId, audience, limits, headers } = settings;
    // `globalThis.fetch` is looked up at each call, because tests and tracing replace it later.
    const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
    const log = logInto(options.logger);
    const wire = { fetch, runtime, log, limits, headers };
    this.#settings = settings;
    this.#wire = wire;
    this.#tokens = new AccessTokens({
      runtime,
      log,
      exchange: () => this.#within({}, (limit, call) => requestToken(settings, call, limit)),
      store: options.tokenStore,
      storeKey: `booking-token ${baseUrl} ${clientId} ${audience}`,
      storeTimeoutMs: limits.timeoutMs,
    });
  }

  /**
   * One page of a customer's bookings. `externalId` is your own id of the customer.
   *
   * @throws RequestError, CredentialsError, RateLimitError, TemporaryError, TimeoutError
   */
  async listBookings(externalId: string, options: ListBookingsOptions = {}): Promise<BookingPage> {
    return this.#within(options, async (limit, wire) => {
      const { page } = await this.#listWithin(limit, wire, externalId, options);
      return page;
    });
  }

  /**
   * All bookings of a customer, earliest slot first. `externalId` is your own id of the customer. Pages are
   * fetched during the iteration, which throws the errors of `listBookings`.
   */
  bookings(externalId: string, options: BookingFilter = {}): BookingIterator {
    const walk = walkPages((pageNumber, pageSize = options.pageSize) =>
      this.listBookings(externalId, { ...options, pageNumber, pageSize }),
    );
    return bookingIterator(walk);
  }

  /**
   * Cancels a booking with its tickets. It is safe to repeat: a lost answer is resolved.
   *
   * @throws NotCancellableError when it cannot be cancelled; else the errors of `listBookings`, and then
   * nothing is known to have changed
   */
  async cancelBooking(
    booking: BookingReference | string,
    options: CancelOptions = {},
  ): Promise<CancelResult> {
    const { runtime } = this.#wire;
    const { externalId, idempotencyKey = runtime.uuid(), reason } = options;
    const request = cancelRequest(this.#settings.baseUrl, booking, idempotencyKey, reason);
    const beganAt = runtime.now();
    const settles = externalId !== undefined && externalId !== "";
    return this.#within(options, (whole, wire) => {
      // A part of the time is kept to resolve a lost answer.
      const { timeoutMs, totalTimeoutMs: totalMs } = wire.limits;
      const reserveMs = settles ? Math.min(timeoutMs, Math.floor(totalMs / 3)) : 0;
      const sending = { ...options, signal: whole.signal, totalTimeoutMs: totalMs - reserveMs };
      return cancelBooking(request, idempotencyKey, {
        send: () =>
          this.#within(sending, (limit) => callService(request, wire, limit, this.#tokens)),
        read: async () => {
          if (!settles) return null;
          const list = (asked: ListBookingsOptions) =>
            this.#listWithin(whole, wire, externalId, asked);
          return readBooking(booking, { list, beganAt, runtime, signal: options.signal });
        },
      });
    });
  }

  async #listWithin(
    limit: TimeLimit,
    wire: Wire,
    externalId: string,
    options: ListBookingsOptions,
  ): Promise<{ readonly page: BookingPage; readonly answer: Answer }> {
    const { baseUrl, language } = this.#settings;
    const asked = { ...options, language: options.language ?? language };
    const request = listRequest(baseUrl, externalId, asked);
    const result = await callService(request, wire, limit, this.#tokens);
    if ("error" in result) throw result.error;
    const { answer, requestId } = result;
    return { page: readPage(answer, requestId, asked), answer };
  }

  async #within<T>(
    options: CallOptions,
    work: (limit: TimeLimit, wire: Wire) => Promise<T>,
  ): Promise<T> {
    const limits = readLimits(options, this.#settings.limits);
    const { totalTimeoutMs: ms } = limits;
    const overdue = () => new TimeoutError(`No answer within ${ms} ms in all.`, {});
    const limit = openTimeLimit(this.#wire.runtime, ms, overdue, options.signal);
    try {
      return await work(limit, { ...this.#wire, limits });
    } finally {
      limit.close();
    }
  }

  /** The client's printable form, without its secret. */
  toJSON(): { readonly baseUrl: string; readonly clientId: string } {
    const { baseUrl, clientId } = this.#settings;
    return { baseUrl, clientId };
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `BookingClient ${JSON.stringify(this)}`;
  }
}
