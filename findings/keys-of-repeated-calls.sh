#!/usr/bin/env bash
# An `Idempotency-Key` that is made in a client's hook "before each request" is a new one at each attempt, because the repeats pass through
# the hook again: so in axios-retry 4.5.0 and xior 0.8.5 (interceptor), got 14.6.6 (`beforeRequest`), ofetch 1.5.1 and
# @better-fetch/fetch 1.3.3 (`onRequest`), and ky 1.14.3. In ky 2.1.0, and in got's `init`, it stays the same, as the key of one
# operation has to (draft-ietf-httpapi-idempotency-key-header-07, 2).
# Matters to: callers who add the key for all calls in one place. A repeat after a lost answer is then a second booking, or a refusal.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund axios@1.21.1 axios-retry@4.5.0 ky@2.1.0 ky1@npm:ky@1.14.3 got@14.6.6 ofetch@1.5.1 \
  @better-fetch/fetch@1.3.3 xior@0.8.5 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import axios from "axios";
import axiosRetry from "axios-retry";
import { createFetch } from "@better-fetch/fetch";
import got from "got";
import ky from "ky";
import ky1 from "ky1";
import { ofetch } from "ofetch";
import xior from "xior";
import errorRetry from "xior/plugins/error-retry";
const keys = [];
const server = createServer((request, response) => {
  keys.push(request.headers["idempotency-key"]);
  request.resume().on("end", () => response.writeHead(keys.length < 3 ? 503 : 200, { "Content-Type": "application/json" }).end("{}"));
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const url = `http://127.0.0.1:${server.address().port}/cancel`;
const [json, method] = [{ booking: "1" }, "POST"];
const set = (headers) => { headers.set("Idempotency-Key", randomUUID()); };
const put = (config) => { config.headers["idempotency-key"] = randomUUID(); return config; };
const byKy = (client, headers) => client.post(url, { json, retry: { limit: 2, methods: ["post"], delay: () => 9 }, hooks: { beforeRequest: [(state) => set(headers(state))] } });
const calculateDelay = ({ computedValue }) => computedValue && 9;
const byGot = (hook) => got.post(url, { json, hooks: { [hook]: [(...args) => { put(args.at(-1).headers ? args.at(-1) : args[0]); }] }, retry: { limit: 2, methods: [method], calculateDelay } });
const intercepted = (client) => { client.interceptors.request.use(put); return client; };
const clients = {
  "axios-retry": () => { const client = intercepted(axios.create()); axiosRetry(client, { retries: 2, retryCondition: () => true }); return client.post(url, json); },
  xior: () => { const client = intercepted(xior.create()); client.plugins.use(errorRetry({ retryTimes: 2, retryInterval: 9, enableRetry: () => true })); return client.post(url, json); },
  "got beforeRequest": () => byGot("beforeRequest"),
  ofetch: () => ofetch(url, { method, body: json, retry: 2, onRequest: ({ options }) => set(options.headers) }),
  "better-fetch": () => createFetch({ retry: { type: "linear", attempts: 2, delay: 9 }, onRequest: (call) => { set(call.headers); return call; } })(url, { method, body: json }),
  "ky 1": () => byKy(ky1, ({ headers }) => headers),
  "ky 2": () => byKy(ky, ({ request }) => request.headers),
  "got init": () => byGot("init"),
};
for (const [name, call] of Object.entries(clients)) {
  await call();
  console.log(`${name}: ${keys.length} attempts, ${new Set(keys).size} keys`);
  keys.length = 0;
}
server.close();
server.closeAllConnections();
JS
node ask.mjs | tee seen
diff seen <(printf '%s: 3 attempts, 3 keys\n' axios-retry xior 'got beforeRequest' ofetch better-fetch 'ky 1'; printf '%s: 3 attempts, 1 keys\n' 'ky 2' 'got init')
