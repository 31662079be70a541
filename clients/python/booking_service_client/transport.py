"""One request: sent, answered or not, and judged by its endpoint and status alone."""

import email.utils
import json
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Literal

from .errors import (
    BookingError,
    CredentialsError,
    NotCancellableError,
    RateLimitError,
    RequestError,
    TemporaryError,
    TimeoutError,
)

Endpoint = Literal["token", "list", "cancel"]
#: Whether a failed request may have changed something. "faulted": the service reported a fault, after which a change is
#: very unlikely. "lost": no answer came, so the change may have been made.
Doubt = Literal["none", "faulted", "lost"]


@dataclass(frozen=True)
class Request:
    endpoint: Endpoint
    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None


@dataclass(frozen=True)
class Answer:
    json: Any
    request_id: str
    #: The service's clock, in seconds; None when it sent no date.
    date: float | None
    #: The header's value by a name of any case; an empty text where there is none.
    header: Callable[[str], str]


@dataclass(frozen=True)
class Fault:
    error: BookingError
    retryable: bool
    doubt: Doubt


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)
#: An answer of the service is far smaller: a page holds at most some hundred bookings.
_answer_bytes_max = 64 * 1024 * 1024


def send(request: Request, request_id: str, timeout: float, hidden: tuple[str, ...]) -> Answer | Fault:
    headers = {**request.headers, "Accept": "application/json", "X-Request-Id": request_id}
    sent = urllib.request.Request(request.url, request.body, headers, method=request.method)
    try:
        with _opener.open(sent, timeout=timeout) as response:
            status, fields, body = response.status, response.headers, response.read(_answer_bytes_max)
    except urllib.error.HTTPError as refused:
        with refused:
            status, fields, body = refused.code, refused.headers, _rest_of(refused)
    except (OSError, HTTPException) as silence:
        return _judge_silence(silence, request_id)
    date = _instant(fields.get("Date"))
    parsed = _parse(body)
    if 200 <= status < 300:
        return Answer(parsed, request_id, date, lambda name: fields.get(name) or "")
    return _judge(request.endpoint, status, parsed, _retry_after(fields.get("Retry-After"), date), request_id, hidden)


def _rest_of(refused: urllib.error.HTTPError) -> bytes:
    try:
        return refused.read(_answer_bytes_max)
    except (OSError, HTTPException):
        return b""


def _judge(
    endpoint: Endpoint, status: int, body: Any, retry_after: float | None, request_id: str, hidden: tuple[str, ...]
) -> Fault:
    told = body if isinstance(body, dict) else {}
    code = told["code"] if isinstance(told.get("code"), int) else None
    why = told.get("message") or "The service, or a gateway before it, gave no message"
    for secret in hidden:
        why = str(why).replace(secret, "[hidden]")
    message = f"{why} (status {status}, request {request_id})"

    def fault(kind: type[BookingError], retryable: bool = False, doubt: Doubt = "none") -> Fault:
        error = kind(message, status=status, code=code, request_id=request_id, retry_after=retry_after)
        return Fault(error, retryable, doubt)

    if status < 400:
        return fault(RequestError)
    if status == 429:
        return fault(RateLimitError, retryable=True)
    if status == 408:
        return fault(TemporaryError, retryable=True)
    if status == 503:
        return fault(TemporaryError, retryable=True, doubt="faulted")
    # A gateway does not know the outcome. A 500 says that the request is wrong, and is never repeated.
    if status > 500:
        return fault(TemporaryError, retryable=True, doubt="lost")
    if status in (401, 403) or (endpoint == "token" and status in (400, 500)):
        return fault(CredentialsError)
    if endpoint == "cancel" and status == 400:
        return fault(NotCancellableError)
    return fault(RequestError)


def _judge_silence(silence: Exception, request_id: str) -> Fault:
    cause = silence.reason if isinstance(silence, urllib.error.URLError) else silence
    if isinstance(cause, socket.timeout):
        error: BookingError = TimeoutError(f"No answer came in time (request {request_id})", request_id=request_id)
        return Fault(error, True, "lost")
    # The cause's own text may name the address, and so the customer.
    message = f"The service could not be reached: {type(cause).__name__} (request {request_id})"
    never_sent = isinstance(cause, (ConnectionRefusedError, socket.gaierror))
    return Fault(TemporaryError(message, request_id=request_id), True, "none" if never_sent else "lost")


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _retry_after(value: str | None, answered_at: float | None) -> float | None:
    if value is not None and re.fullmatch(r"\d{1,9}", value.strip()):
        return float(value)
    at = _instant(value)
    return None if at is None or answered_at is None else max(0.0, at - answered_at)


def _instant(value: str | None) -> float | None:
    try:
        return None if value is None else email.utils.parsedate_to_datetime(value).timestamp()
    except ValueError:
        return None
