#!/usr/bin/env bash
# swagger-typescript-api 13.13.0 takes the verb of a custom method (`/bookings:cancel`, without any braces) for a parameter:
# the generated method asks for `cancel` as its first argument and writes the path without the colon, so that the natural
# call asks for `/bookingscancel`. oazapfts 7.5.0 keeps the path of the same document.
# Matters to: clients that are generated for an API with Google's custom methods (AIP-136). Pass ":cancel" as the argument.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund swagger-typescript-api@13.13.0 oazapfts@7.5.0 typescript@5.9.3 >/dev/null 2>&1
cat >api.json <<'JSON'
{"openapi":"3.0.3","info":{"title":"Bookings","version":"1"},"paths":{"/bookings:cancel":{"post":{
"operationId":"cancelBooking","responses":{"204":{"description":"The booking is cancelled."}}}}}}
JSON
npx swagger-typescript-api generate -p api.json -o out -n api.ts >/dev/null 2>&1
npx oazapfts api.json oazapfts.ts >/dev/null 2>&1
seen=$(
  grep -oE 'cancelBooking: \([a-z]+: string|path: `[^`]+`' out/api.ts
  grep -oE '"/bookings:cancel"' oazapfts.ts
)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
cancelBooking: (cancel: string
path: `/bookings${cancel}`
"/bookings:cancel"
SEEN
