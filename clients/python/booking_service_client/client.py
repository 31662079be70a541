"""Lists the bookings of a contact, and cancels one. The class is safe to share between threads."""

import json
import os
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from urllib.parse import quote, urlencode, urlsplit

from .errors import BookingError, CredentialsError, NotCancellableError, RequestError
from .transport import Answer, Doubt, Fault, Request, send

#: The record of a list, as the service sends it.
Booking = dict[str, Any]

_first_backoff, _longest_backoff, _spread = 0.5, 30.0, 0.5


@dataclass(frozen=True)
class Page:
    bookings: list[Booking]
    page_number: int
    #: What the service applied, which may be less than what was asked for.
    page_size: int
    total_count: int
    #: The service's clock when it answered; None when it sent no date.
    answered_at: float | None
    #: Of each booking why a cancel would be refused now, None where it would not. None altogether where the page was not
    #: asked for with `cancellable`, and where the service does not say.
    cancellable: dict[str, str | None] | None = None


@dataclass(frozen=True)
class CancelResult:
    #: "unknown": no answer came and the outcome could not be read. List the bookings later, or repeat the call.
    outcome: Literal["cancelled", "already-cancelled", "unknown"]
    #: For a later call with the same intention, such as a second click.
    idempotency_key: str
    reason: BookingError | None = None


class BookingClient:
    def __init__(
        self,
        base_url: str | None = None,
        client_id: str | None = None,
        client_secret: str | Callable[[], str] | None = None,
        audience: str | None = None,
        *,
        timeout: float = 10.0,
        total_timeout: float = 30.0,
        retries: int = 3,
        max_retry_after: float = 15.0,
    ) -> None:
        """Times are in seconds. What is left out is read from BOOKING_BASE_URL, BOOKING_CLIENT_ID and so on."""
        self._base_url = _setting(base_url, "BOOKING_BASE_URL").rstrip("/").removesuffix("/v1")
        if urlsplit(self._base_url).scheme not in ("http", "https"):
            raise RequestError("base_url begins with https:// or http://.")
        self._client_id = _setting(client_id, "BOOKING_CLIENT_ID")
        secret = client_secret if callable(client_secret) else _setting(client_secret, "BOOKING_CLIENT_SECRET")
        self._secret = secret if callable(secret) else lambda: secret
        self._audience = _setting(audience, "BOOKING_AUDIENCE")
        self._timeout, self._total_timeout = timeout, total_timeout
        self._retries, self._max_retry_after = retries, max_retry_after
        self._lock = threading.Lock()
        self._token: str | None = None
        self._renew_at = 0.0

    def list_bookings(
        self,
        external_id: str,
        *,
        public_key: str | None = None,
        interaction: str | None = None,
        starts_from: datetime | None = None,
        starts_until: datetime | None = None,
        statuses: Sequence[str] = (),
        language: str | None = None,
        page_number: int | None = None,
        page_size: int | None = None,
        cancellable: bool = False,
    ) -> Page:
        """One page. Times have a zone. The texts are in the campaign's language where `language` is left out.

        `cancellable` asks which bookings of the page a cancel would refuse now: `page.cancellable`.
        """
        given = {
            "external_id": external_id,
            "public_key": public_key,
            "interaction": interaction,
            "slot_date_range.from": _rfc3339(starts_from),
            "slot_date_range.to": _rfc3339(starts_until),
            "language": language,
            "page_number": page_number,
            "page_size": page_size,
        }
        pairs = [(name, str(value)) for name, value in given.items() if value is not None]
        pairs += [("booking_status", status) for status in statuses]
        url = f"{self._base_url}/v1/interactions:fetchContactBookings?{urlencode(pairs, quote_via=quote)}"
        headers = {"Prefer": "cancellable"} if cancellable else {}
        sent, _ = self._call(Request("list", "GET", url, headers), hidden=(external_id,))
        if isinstance(sent, Fault):
            raise sent.error
        body = sent.json
        if not isinstance(body, dict) or not isinstance(body.get("page_number"), int):
            raise RequestError(f"The answer is no list. Is base_url your API host? (request {sent.request_id})")
        # An empty list has neither field.
        bookings, total = body.get("bookings", []), body.get("total_count", 0)
        reasons = _read_cancellable(bookings, sent)
        return Page(bookings, body["page_number"], body["page_size"], total, sent.date, reasons)

    def bookings(self, external_id: str, **filters: Any) -> Iterator[Booking]:
        """Every booking, page by page. None comes twice, and none is left out when some are cancelled meanwhile."""
        given: set[str] = set()
        number, size, total, in_vain = 1, filters.pop("page_size", None), 0, 0
        while True:
            page = self.list_bookings(external_id, page_number=number, page_size=size, **filters)
            size = page.page_size
            before, gone, total = (number - 1) * size, total - page.total_count, page.total_count
            # Bookings that left an earlier page moved the others forward: step back by as many.
            if gone > 0 and before > 0 and in_vain < 100:
                in_vain += 1
                number = max(0, before - gone) // size + 1
                continue
            for booking in page.bookings:
                if booking["booking"] not in given:
                    given.add(booking["booking"])
                    in_vain = 0
                    yield booking
            if not page.bookings or 0 < total <= before + size:
                return
            number += 1

    def cancel_booking(
        self,
        booking: Booking | str,
        *,
        external_id: str | None = None,
        idempotency_key: str | None = None,
        reason: str | None = None,
    ) -> CancelResult:
        """Cancels. A lost answer is repeated under the same key and, with `external_id`, settled by reading."""
        identifier = booking if isinstance(booking, str) else booking["booking"]
        key = idempotency_key or str(uuid.uuid4())
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if reason is not None:
            headers["X-Cancel-Reason"] = quote(reason, safe="")
        began = time.time()
        url = f"{self._base_url}/v1/interactions:cancelInteractionBooking"
        body = json.dumps({"booking": identifier}).encode()
        sent, doubt = self._call(Request("cancel", "POST", url, headers, body), hidden=(reason,) if reason else ())
        if isinstance(sent, Answer) and sent.json == {}:
            return CancelResult("cancelled", key)
        if isinstance(sent, Answer):
            error: BookingError = RequestError(f"The answer is not the service's (request {sent.request_id})")
            doubt = "lost"
        else:
            error = sent.error
        refused = isinstance(error, NotCancellableError)
        status, since = None, False
        if external_id is not None and (refused or doubt != "none"):
            status, since = self._read_status(identifier, external_id, began)
        if status == "CANCELLED":
            return CancelResult("cancelled" if doubt != "none" and since else "already-cancelled", key)
        if (refused and doubt != "none" and status is None) or (not refused and doubt == "lost"):
            return CancelResult("unknown", key, error)
        raise error

    def _read_status(self, identifier: str, external_id: str, began: float) -> tuple[str | None, bool]:
        """The booking's status, and whether it began during this call by the service's clock."""
        number = 1
        try:
            while True:
                page = self.list_bookings(external_id, page_number=number)
                for one in page.bookings:
                    if one["booking"] == identifier:
                        ahead = 0.0 if page.answered_at is None else page.answered_at - time.time()
                        since = datetime.fromisoformat(one["booked_at"]).timestamp()
                        # Times on the wire are cut to seconds.
                        return one["booking_status"], since >= began + ahead - 1
                if not page.bookings or page.total_count <= number * page.page_size:
                    return None, False
                number += 1
        except BookingError:
            return None, False

    def _call(self, request: Request, hidden: tuple[str, ...] = ()) -> tuple[Answer | Fault, Doubt]:
        """Sends with a token until it is answered, refused for good, or the limits are reached."""
        deadline = time.monotonic() + self._total_timeout
        doubt: Doubt = "none"
        faults, token_refused = 0, False
        while True:
            token = None
            if request.endpoint != "token":
                try:
                    token = self._current_token()
                except BookingError as error:
                    return Fault(error, False, doubt), doubt
            headers = request.headers if token is None else {**request.headers, "Authorization": f"Bearer {token}"}
            sent = Request(request.endpoint, request.method, request.url, headers, request.body)
            left = max(0.001, deadline - time.monotonic())
            answer = send(sent, str(uuid.uuid4()), min(self._timeout, left), (*hidden, *filter(None, [token])))
            if isinstance(answer, Answer):
                return answer, doubt
            doubt = "lost" if "lost" in (doubt, answer.doubt) else "faulted" if answer.doubt == "faulted" else doubt
            if answer.error.status == 401 and token is not None:
                self._drop_token(token)
                if not token_refused:
                    token_refused = True
                    continue
            faults += 1
            wait = self._wait_before(answer, faults, deadline)
            if wait is None:
                return answer, doubt
            time.sleep(wait)

    def _wait_before(self, fault: Fault, faults: int, deadline: float) -> float | None:
        asked = fault.error.retry_after
        if not fault.retryable or faults > self._retries or (asked or 0) > self._max_retry_after:
            return None
        ceiling = min(_longest_backoff, _first_backoff * 2 ** (faults - 1))
        wait = ceiling * random.random() if asked is None else asked + _spread * random.random()
        return wait if time.monotonic() + wait < deadline else None

    def _current_token(self) -> str:
        # One thread requests; the others wait for its token.
        with self._lock:
            if self._token is None or time.monotonic() >= self._renew_at:
                self._token, self._renew_at = self._request_token()
            return self._token

    def _drop_token(self, token: str) -> None:
        with self._lock:
            if self._token == token:
                self._token = None

    def _request_token(self) -> tuple[str, float]:
        secret = self._secret().rstrip("\r\n")
        fields = {"client_id": self._client_id, "client_secret": secret, "audience": self._audience}
        body = json.dumps({**fields, "grant_type": "client_credentials"}).encode()
        url = f"{self._base_url}/v1/oauth:token"
        began = time.monotonic()
        sent, _ = self._call(Request("token", "POST", url, {"Content-Type": "application/json"}, body), (secret,))
        if isinstance(sent, Fault):
            raise sent.error
        told = sent.json if isinstance(sent.json, dict) else {}
        token, life = told.get("access_token"), told.get("expires_in")
        if not isinstance(token, str) or not isinstance(life, (int, float)):
            raise RequestError(f"The answer holds no token. Is base_url your API host? (request {sent.request_id})")
        # 60 seconds before its end, or after nine tenths of a short life, spread over half of what is left.
        earliest = max(life * 0.9, life - 60)
        return token, began + earliest + (life - earliest) / 2 * random.random()


def _read_cancellable(bookings: list[Booking], sent: Answer) -> dict[str, str | None] | None:
    if sent.header("Preference-Applied") != "cancellable":
        return None
    reasons = dict(one.partition(";reason=")[::2] for one in sent.header("X-Not-Cancellable").split(", "))
    cancelled = "ticket-already-cancelled"
    return {
        one["booking"]: cancelled if one["booking_status"] == "CANCELLED" else reasons.get(one["booking"])
        for one in bookings
    }


def _setting(given: str | None, name: str) -> str:
    value = given or os.environ.get(name, "")
    if not value:
        raise (CredentialsError if "SECRET" in name else RequestError)(f"{name} is missing.")
    return value


def _rfc3339(at: datetime | None) -> str | None:
    if at is not None and at.tzinfo is None:
        raise RequestError("A datetime without a zone names no instant.")
    return None if at is None else at.isoformat()
