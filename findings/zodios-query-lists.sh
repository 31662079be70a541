#!/usr/bin/env bash
# A client that openapi-zod-client 1.18.3 generates for @zodios/core 10.9.6 sends a list in the query as `state[]=A&state[]=B`,
# although the document says `style: form, explode: true`, that is `state=A&state=B`. A server that knows `state` alone does
# not see the filter, or refuses an unknown parameter. A serializer of axios puts it right.
# Matters to: generated clients of any list with a filter that may be repeated, such as `booking_status`.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund openapi-zod-client@1.18.3 @zodios/core@10.9.6 axios@1.21.1 zod@3.25.76 esbuild@0.25.12 >/dev/null 2>&1
cat >api.json <<'JSON'
{"openapi":"3.0.3","info":{"title":"Bookings","version":"1"},"paths":{"/bookings":{"get":{"operationId":"list","parameters":[
{"name":"state","in":"query","style":"form","explode":true,"schema":{"type":"array","items":{"type":"string"}}}],
"responses":{"200":{"description":"Bookings","content":{"application/json":{"schema":{"type":"array","items":{"type":"string"}}}}}}}}}}
JSON
npx openapi-zod-client api.json -o client.ts --with-alias >/dev/null 2>&1
cat >ask.ts <<'TS'
import { createServer } from "node:http";
import { createApiClient } from "./client.ts";
const server = createServer((request, response) => {
  console.log(request.url);
  response.setHeader("content-type", "application/json").end("[]");
});
server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const queries = { state: ["A", "B"] };
  await createApiClient(url).list({ queries });
  await createApiClient(url, { axiosConfig: { paramsSerializer: { indexes: null } } }).list({ queries });
  server.close();
});
TS
npx esbuild ask.ts --bundle --platform=node --outfile=ask.cjs --log-level=error
node ask.cjs | tee seen
diff seen - <<'SEEN'
/bookings?state%5B%5D=A&state%5B%5D=B
/bookings?state=A&state=B
SEEN
