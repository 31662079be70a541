#!/usr/bin/env bash
# A document says that the header `Idempotency-Key` is required. The clients that orval 8.38.0 (fetch) and swagger-typescript-api
# 13.13.0 generate have no argument for it and do not mention it: the call compiles, and is sent without a key. oazapfts 7.5.0 and
# openapi-typescript-codegen 0.31.0 ask for it, and so does orval with `headers: true`, which is not its default.
# Matters to: callers of operations that change something: a repeated request without its key is done twice, or refused.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund orval@8.38.0 swagger-typescript-api@13.13.0 oazapfts@7.5.0 openapi-typescript-codegen@0.31.0 \
  typescript@5.9.3 node@24.21.0 >/dev/null 2>&1
cat >api.json <<'JSON'
{"openapi":"3.0.3","info":{"title":"Bookings","version":"1"},"paths":{"/cancellations":{"post":{"operationId":"cancel",
"parameters":[{"name":"Idempotency-Key","in":"header","required":true,"schema":{"type":"string"}}],
"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"booking":{"type":"string"}}}}}},
"responses":{"204":{"description":"The booking is cancelled."}}}}}}
JSON
echo 'module.exports = { api: { input: "./api.json", output: { target: "./orval.ts", client: "fetch" } } };' >orval.config.cjs
echo 'module.exports = { api: { input: "./api.json", output: { target: "./orval-headers.ts", client: "fetch", headers: true } } };' >headers.config.cjs
export PATH=$dir/node_modules/node/bin:$PATH
node node_modules/.bin/orval --config orval.config.cjs >/dev/null 2>&1
node node_modules/.bin/orval --config headers.config.cjs >/dev/null 2>&1
npx swagger-typescript-api generate -p api.json -o sta -n api.ts >/dev/null 2>&1
npx oazapfts api.json oazapfts.ts >/dev/null 2>&1
npx openapi --input api.json --output codegen >/dev/null 2>&1
for made in orval.ts orval-headers.ts sta/api.ts oazapfts.ts codegen/services/DefaultService.ts; do
  grep -qi 'idempotency' "$made" && echo "$made asks for the key" || echo "$made has no key"
done | tee seen
diff seen - <<'SEEN'
orval.ts has no key
orval-headers.ts asks for the key
sta/api.ts has no key
oazapfts.ts asks for the key
codegen/services/DefaultService.ts asks for the key
SEEN
