#!/usr/bin/env bash
# The document says `style: form, explode: true` of a list in the query, that is `state=A&state=B`. A client that openapi-zod-client 1.18.3
# generates for @zodios/core 10.9.6 sends `state[]=A&state[]=B`. What @rtk-query/codegen-openapi 2.2.0 generates hands the list to fetchBaseQuery of
# @reduxjs/toolkit 2.15.0, which sends one `state`, `A,B`. A server that knows `state` alone does not see the first filter, and finds no such
# state in the second, or refuses both. A serializer (`paramsSerializer`) puts each right.
# Matters to: generated clients of any list with a filter that may be repeated, such as `booking_status`.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund openapi-zod-client@1.18.3 @zodios/core@10.9.6 axios@1.21.1 zod@3.25.76 esbuild@0.25.12 \
  @rtk-query/codegen-openapi@2.2.0 @reduxjs/toolkit@2.15.0 typescript@5.9.3 >/dev/null 2>&1
cat >api.json <<'JSON'
{"openapi":"3.0.3","info":{"title":"Bookings","version":"1"},"paths":{"/bookings":{"get":{"operationId":"list","parameters":[
{"name":"state","in":"query","style":"form","explode":true,"schema":{"type":"array","items":{"type":"string"}}}],
"responses":{"200":{"description":"Bookings","content":{"application/json":{"schema":{"type":"array","items":{"type":"string"}}}}}}}}}}
JSON
npx openapi-zod-client api.json -o client.ts --with-alias >/dev/null 2>&1
cat >rtk.ts <<'TS'
import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query";
const paramsSerializer = (params: Record<string, string[]>) =>
  new URLSearchParams(Object.entries(params).flatMap(([name, values]) => values.map((value) => [name, value]))).toString();
const baseQuery = fetchBaseQuery({ baseUrl: process.env.URL, ...(process.env.EACH && { paramsSerializer }) });
export const emptyApi = createApi({ baseQuery, endpoints: () => ({}) });
TS
echo 'module.exports = { schemaFile: "./api.json", apiFile: "./rtk.ts", apiImport: "emptyApi", outputFile: "./made.ts" };' >rtk.config.cjs
npx rtk-query-codegen-openapi rtk.config.cjs >/dev/null 2>&1
cat >rtk-ask.ts <<'TS'
import { configureStore } from "@reduxjs/toolkit";
import { enhancedApi as api } from "./made.ts";
const store = configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (all) => all().concat(api.middleware) });
await store.dispatch(api.endpoints.list.initiate({ state: ["A", "B"] }));
process.exit();
TS
cat >ask.ts <<'TS'
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
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
  for (const EACH of ["", "yes"]) await promisify(execFile)("node", ["rtk.mjs"], { env: { ...process.env, URL: url, EACH } });
  server.close();
});
TS
npx esbuild ask.ts --bundle --platform=node --outfile=ask.cjs --log-level=error
npx esbuild rtk-ask.ts --bundle --platform=node --format=esm --outfile=rtk.mjs --log-level=error
node ask.cjs | tee seen
diff seen - <<'SEEN'
/bookings?state%5B%5D=A&state%5B%5D=B
/bookings?state=A&state=B
/bookings?state=A%2CB
/bookings?state=A&state=B
SEEN
