"""Client of Booking Service: list the bookings a contact has made on a campaign, and cancel one."""

from .client import Booking, BookingClient, CancelResult, Page
from .errors import (
    BookingError,
    CredentialsError,
    NotCancellableError,
    RateLimitError,
    RequestError,
    TemporaryError,
    TimeoutError,
)
from .webhook import WebhookError, verify_webhook

__all__ = [
    "Booking",
    "BookingClient",
    "BookingError",
    "CancelResult",
    "CredentialsError",
    "NotCancellableError",
    "Page",
    "RateLimitError",
    "RequestError",
    "TemporaryError",
    "TimeoutError",
    "WebhookError",
    "verify_webhook",
]
