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
]
