#!/usr/bin/env bash
# A document says of an id `format: uuid`, and by its `pattern` that each digit is free (RFC 9562, 4: other variants exist). A shop's own ids,
# made by `SYS_GUID()` of Oracle or `md5(…)::uuid` of PostgreSQL, are such. The reader that orval 8.38.0 generates for zod 4.6.7 says
# `zod.uuid()`, which wants a version from 1 to 8 and one variant: one such booking, and the whole list of a customer is refused.
# openapi-zod-client 1.18.3 says `.uuid()`, which zod 3.25.76 took, and zod 4.6.7 takes no more. ajv-formats 3.0.1 reads the list, and so does
# `zod.guid()` in place of `zod.uuid()`.
# Matters to: callers whose bookings came from another system: most ids pass by chance or by version, until one does not.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund orval@8.38.0 openapi-zod-client@1.18.3 @zodios/core@10.9.6 zod@4.6.7 zod3@npm:zod@3.25.76 \
  ajv@8.20.0 ajv-formats@3.0.1 esbuild@0.25.12 node@24.21.0 --legacy-peer-deps >/dev/null 2>&1
cat >api.json <<'JSON'
{"openapi":"3.1.0","info":{"title":"Bookings","version":"1"},"paths":{"/bookings":{"get":{"operationId":"list","responses":{"200":{"description":"A list",
"content":{"application/json":{"schema":{"type":"array","items":{"type":"object","required":["booking"],"properties":{"booking":
{"type":"string","format":"uuid","pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}}}}}}}}}}}}
JSON
echo 'module.exports = { api: { input: "./api.json", output: { target: "./orval.ts", client: "zod" } } };' >orval.config.cjs
export PATH=$dir/node_modules/node/bin:$PATH
node node_modules/.bin/orval --config orval.config.cjs >/dev/null 2>&1
npx openapi-zod-client api.json -o zodios.ts --export-schemas >/dev/null 2>&1
sed 's/"zod"/"zod3"/' zodios.ts >zodios3.ts
cat >read.ts <<'TS'
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import formats from "ajv-formats";
import * as z from "zod";
import { ListResponse } from "./orval";
import { api as zodios } from "./zodios";
import { api as zodios3 } from "./zodios3";
const schema = JSON.parse(readFileSync("api.json", "utf8")).paths["/bookings"].get.responses["200"].content["application/json"].schema;
const ajv = formats(new Ajv()).compile(schema);
const readers: Record<string, (list: unknown) => boolean> = {
  orval: (list) => ListResponse.safeParse(list).success,
  "orval, guid": (list) => z.array(z.object({ booking: z.guid() })).safeParse(list).success,
  "openapi-zod-client, zod 4": (list) => zodios.api[0].response.safeParse(list).success,
  "openapi-zod-client, zod 3": (list) => zodios3.api[0].response.safeParse(list).success,
  ajv: (list) => ajv(list),
};
const ids = ["2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11", "0d6e1a52-8c7f-11e3-e043-0a64a8c0b9d2"];
for (const [name, reads] of Object.entries(readers)) {
  console.log(`${name}: ${[ids.slice(0, 1), ids].map((some) => (reads(some.map((booking) => ({ booking }))) ? "read" : "refused")).join(", with the other id ")}`);
}
TS
npx esbuild read.ts --bundle --platform=node --outfile=read.cjs --log-level=error
node read.cjs | tee seen
diff seen - <<'SEEN'
orval: read, with the other id refused
orval, guid: read, with the other id read
openapi-zod-client, zod 4: read, with the other id refused
openapi-zod-client, zod 3: read, with the other id read
ajv: read, with the other id read
SEEN
