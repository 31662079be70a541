#!/usr/bin/env bash
# undici 8.13.1: fetch with a body, over an agent with the retry interceptor, does not repeat a POST that was answered 429. It
# fails with "Request body length does not match content-length header", and the 429 with its Retry-After is lost. The same
# request by undici's own `request`, and a fetch without a body, are repeated and answered.
# Matters to: callers who repeat a cancel with the same Idempotency-Key as the server asks for.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund undici@8.13.1 node@24.21.0 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { createServer } from "node:http";
import { Agent, fetch, interceptors, request } from "undici";
const send = async (name, ask) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(429, { "Retry-After": "1" });
    response.end();
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const dispatcher = new Agent().compose(interceptors.retry({ maxRetries: 1, methods: ["POST"] }));
  const seen = await ask(`http://127.0.0.1:${server.address().port}/`, dispatcher).then(
    ({ status, statusCode }) => status ?? statusCode,
    ({ message, cause }) => `${message}: ${cause.code}`,
  );
  console.log(`${name}: ${requests} answered, ${seen}`);
  await dispatcher.close();
  server.close();
};
const method = "POST";
await send("fetch, text", (url, dispatcher) => fetch(url, { method, body: "booking=1", dispatcher }));
await send("fetch, form", (url, dispatcher) => fetch(url, { method, body: new URLSearchParams({ booking: "1" }), dispatcher }));
await send("fetch, no body", (url, dispatcher) => fetch(url, { method, dispatcher }));
await send("request, text", (url, dispatcher) => request(url, { method, body: "booking=1", dispatcher }));
JS
node_modules/.bin/node ask.mjs | tee seen
diff seen - <<'SEEN'
fetch, text: 1 answered, fetch failed: UND_ERR_REQ_CONTENT_LENGTH_MISMATCH
fetch, form: 1 answered, fetch failed: UND_ERR_REQ_CONTENT_LENGTH_MISMATCH
fetch, no body: 2 answered, 200
request, text: 2 answered, 200
SEEN
