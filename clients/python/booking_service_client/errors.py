"""Errors: each class stands for one thing to do."""


class BookingError(Exception):
    """The base of all errors. Give `request_id` to your operator, who can find out what happened."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        #: Seconds that the service asked to wait for; None when it named none.
        self.retry_after = retry_after


class RequestError(BookingError):
    """The request or the configuration is wrong. Fix it: trying again does not help."""


class CredentialsError(BookingError):
    """Credentials, audience, host or the account's rights are refused. Check them with your operator."""


class NotCancellableError(BookingError):
    """The booking is cancelled already, or its attendee has checked in. Tell the customer."""


class RateLimitError(BookingError):
    """Too many requests from your address. Wait for `retry_after`."""


class TemporaryError(BookingError):
    """The service or the way to it is in trouble, and retries did not help. Try later."""


class TimeoutError(BookingError):  # noqa: A001 - the name that the other clients have
    """No answer came in the time allowed. Try later, or allow more."""
