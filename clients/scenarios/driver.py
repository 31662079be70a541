"""Makes the calls of a scenario that stand in standard input, a JSON object a line, and prints what each gives."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python"))
from booking_service_client import BookingClient, BookingError, WebhookError, verify_webhook  # noqa: E402

client = None
for line in sys.stdin:
    step = json.loads(line)
    try:
        match step["call"]:
            case "open":
                client, gave = BookingClient(**step["options"]), {}
            case "list":
                page = client.list_bookings(step["external_id"], public_key=step.get("public_key"))
                gave = {"bookings": len(page.bookings), "total": page.total_count}
            case "cancellable":
                asked = step.get("asked", True)
                gave = {"reasons": client.list_bookings(step["external_id"], cancellable=asked).cancellable}
            case "webhook":
                event = verify_webhook(step["body"].encode(), step["headers"], step["secret"], now=lambda: step["now"])
                gave = {"id": event["id"], "type": event["type"]}
            case "all":
                gave = {"bookings": len(list(client.bookings(step["external_id"])))}
            case "cancel":
                result = client.cancel_booking(step["booking"], external_id=step["external_id"])
                gave = {"outcome": result.outcome}
    except (BookingError, WebhookError) as error:
        gave = {"error": type(error).__name__}
    print(json.dumps(gave), flush=True)
