#!/usr/bin/env bash
# msw 2.15.0 reads the colon of a custom method as the beginning of a path parameter: a handler for `/bookings:cancel` also
# answers `/bookings:refund` and `/bookingscancel`. A test of a caller with a misspelled verb is green, and the real server
# answers 404. With a backslash before the colon the handler answers its own path alone.
# Matters to: callers' tests against an API with custom methods (AIP-136), such as `interactions:cancelInteractionBooking`.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund msw@2.15.0 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
const api = "https://api.example.com/v1";
for (const path of ["/bookings:cancel", "/bookings\\:cancel"]) {
  const server = setupServer(http.post(api + path, () => new HttpResponse(null, { status: 204 })));
  server.listen({ onUnhandledRequest: () => { throw new Error("refused"); } });
  for (const asked of ["/bookings:cancel", "/bookings:refund", "/bookingscancel"]) {
    const status = await fetch(api + asked, { method: "POST" }).then((answer) => answer.status, () => "refused");
    console.log(`handler ${path}, request ${asked}: ${status}`);
  }
  server.close();
}
JS
seen=$(node ask.mjs 2>/dev/null)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
handler /bookings:cancel, request /bookings:cancel: 204
handler /bookings:cancel, request /bookings:refund: 204
handler /bookings:cancel, request /bookingscancel: 204
handler /bookings\:cancel, request /bookings:cancel: 204
handler /bookings\:cancel, request /bookings:refund: 500
handler /bookings\:cancel, request /bookingscancel: 500
SEEN
