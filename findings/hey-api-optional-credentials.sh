#!/usr/bin/env bash
# The document says `security: [{}, {"basic": []}]`: the token call may be made without credentials in the header. In the client that
# @hey-api/openapi-ts 0.99.0 generates, the `{}` is lost: `auth` is asked for the token call as well. An `auth` that is a text is sent to
# the token endpoint as `Basic`, without a user and a password in it; an `auth` that is a function, as one that obtains tokens is, is asked at
# the token call too. `auth: null` at that one call puts it right.
# Matters to: callers who generate a client for a service with OAuth 2.0 client credentials, such as this one.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund @hey-api/openapi-ts@0.99.0 typescript@5.9.3 esbuild@0.25.12 node@24.21.0 >/dev/null 2>&1
export PATH=$dir/node_modules/node/bin:$PATH
cat >api.json <<'JSON'
{"openapi":"3.1.0","info":{"title":"Bookings","version":"1"},
"components":{"securitySchemes":{"basic":{"type":"http","scheme":"basic"},"bearer":{"type":"http","scheme":"bearer"}}},
"paths":{"/token":{"post":{"operationId":"requestToken","security":[{},{"basic":[]}],"responses":{"200":{"description":"A token",
"content":{"application/json":{"schema":{"type":"object","properties":{"access_token":{"type":"string"}}}}}}}}},
"/bookings":{"get":{"operationId":"list","security":[{"bearer":[]}],"responses":{"204":{"description":"Bookings"}}}}}}
JSON
npx openapi-ts -i api.json -o made -c @hey-api/client-fetch >/dev/null 2>&1
cat >ask.ts <<'TS'
import { client } from "./made/client.gen";
import { list, requestToken } from "./made/sdk.gen";
const answer = async (request: Request) => {
  console.log(new URL(request.url).pathname, request.headers.get("authorization"));
  return Response.json({ access_token: "T" });
};
client.setConfig({ baseUrl: "http://127.0.0.1", fetch: answer as typeof fetch, auth: "T" });
await requestToken();
await requestToken({ auth: null as never });
const auth = async () => {
  console.log("auth is asked");
  return "T";
};
client.setConfig({ auth });
await requestToken();
await list();
TS
npx esbuild ask.ts --bundle --platform=node --format=esm --outfile=ask.mjs --log-level=error
node ask.mjs | tee seen
diff seen - <<'SEEN'
/token Basic VA==
/token null
auth is asked
/token Basic VA==
auth is asked
/bookings Bearer T
SEEN
