/** The facts about the answer behind an error. */
export interface ErrorFacts {
  /** HTTP status; null when there was no answer. */
  readonly status?: number | null;
  /** The service's numeric code; null when it gave none. */
  readonly code?: number | null;
  /** The `X-Request-Id` of the failed request; null when none was sent. */
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

/**
 * The base of all errors of this library. Each subclass stands for one reaction. Names are set on prototypes,
 * where minifying does not change them.
 */
export class BookingError extends Error {
  static {
    this.prototype.name = "BookingError";
  }

  readonly status: number | null;
  readonly code: number | null;
  readonly requestId: string | null;

  constructor(
    message: string,
    { status = null, code = null, requestId = null, cause }: ErrorFacts,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }

  toJSON(): Record<string, unknown> {
    return { ...Object.fromEntries(Object.entries(this)), name: this.name, message: this.message };
  }
}

/** The request, or the client's configuration, is wrong. Fix it: a repetition does not help. */
export class RequestError extends BookingError {
  static {
    this.prototype.name = "RequestError";
  }
}

/** Credentials, audience, host or the account's rights are wrong. Check them with the operator. */
export class CredentialsError extends BookingError {
  static {
    this.prototype.name = "CredentialsError";
  }
}

/** The booking cannot be cancelled: it is cancelled already, or its attendee has checked in. Do not retry. */
export class NotCancellableError extends BookingError {
  static {
    this.prototype.name = "NotCancellableError";
  }

  /** The service's own sentence. Show or log it; its wording may change, so do not compare it. */
  readonly why: string;

  constructor(message: string, facts: ErrorFacts & { readonly why: string }) {
    super(message, facts);
    this.why = facts.why;
  }
}

/** Too many requests from this IP address. Repeat after `retryAfterMs`. */
export class RateLimitError extends BookingError {
  static {
    this.prototype.name = "RateLimitError";
  }

  /** The wait that the service asks for; null when it names none. */
  readonly retryAfterMs: number | null;

  constructor(message: string, facts: ErrorFacts & { readonly retryAfterMs: number | null }) {
    super(message, facts);
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service, or the network to it, has a fault, and retries did not help. Repeat later. */
export class TemporaryError extends BookingError {
  static {
    this.prototype.name = "TemporaryError";
  }

  /** The wait that the service asks for; null when it names none. */
  readonly retryAfterMs: number | null;

  constructor(message: string, facts: ErrorFacts & { readonly retryAfterMs?: number | null }) {
    super(message, facts);
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** No answer within the time limit. Repeat later, or allow more time. */
export class TimeoutError extends BookingError {
  static {
    this.prototype.name = "TimeoutError";
  }
}
