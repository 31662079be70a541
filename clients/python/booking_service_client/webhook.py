"""Checks the posts of the service's webhooks, by Standard Webhooks."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any


class WebhookError(Exception):
    """The post was not signed by the service, or long ago. Answer 400 and do nothing."""


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = 300.0,
    now: Callable[[], float] = time.time,
) -> dict[str, Any]:
    """Returns the event: `id` (the same for a repetition), `type`, `timestamp` and `data`, a line of the feed.

    `body` are the bytes as they arrived, before any parsing; `secret` is `whsec_…`. Signatures are compared in constant
    time. Posts that are more than `tolerance` seconds off are refused.
    """
    fields = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = (_field(fields, name) for name in ("webhook-id", "webhook-timestamp"))
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None or abs(now() - int(timestamp)) > tolerance:
        raise WebhookError("The webhook's timestamp is not within the tolerance.")
    signed = f"{message_id}.{timestamp}.".encode() + body
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise WebhookError("The webhook's secret is not the text that begins with whsec_.") from error
    good = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    # While a secret is rotated there is a signature of each.
    given = _field(fields, "webhook-signature").encode().split(b" ")
    if True not in [hmac.compare_digest(one, good) for one in given]:
        raise WebhookError("The webhook's signature is not good.")
    return {**json.loads(body), "id": message_id}


def _field(fields: Mapping[str, str], name: str) -> str:
    value = fields.get(name)
    if not value:
        raise WebhookError(f"The header {name} is missing.")
    return value
