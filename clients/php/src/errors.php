<?php

declare(strict_types=1);

namespace BookingService;

/** The base of all errors. Give `requestId` to your operator, who can find out what happened. */
class BookingError extends \RuntimeException
{
    public function __construct(
        string $message,
        public readonly ?int $status = null,
        /** The service's number, for your log. */
        public readonly ?int $serviceCode = null,
        public readonly ?string $requestId = null,
        /** Seconds that the service asked to wait for; null when it named none. */
        public readonly ?float $retryAfter = null,
    ) {
        parent::__construct($message);
    }
}

/** The request or the configuration is wrong. Fix it: trying again does not help. */
final class RequestError extends BookingError {}

/** Credentials, audience, host or the account's rights are refused. Check them with your operator. */
final class CredentialsError extends BookingError {}

/** The booking is cancelled already, or its attendee has checked in. Tell the customer. */
final class NotCancellableError extends BookingError {}

/** Too many requests from your address. Wait for `retryAfter`. */
final class RateLimitError extends BookingError {}

/** The service or the way to it is in trouble, and retries did not help. Try later. */
final class TemporaryError extends BookingError {}

/** No answer came in the time allowed. Try later, or allow more. */
final class TimeoutError extends BookingError {}
