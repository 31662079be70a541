#!/usr/bin/env bash
# ofetch 1.5.1, superagent 10.4.2, make-fetch-happen 15.0.6 and wretch 2.11.1, asked to repeat, do so before the time that
# `Retry-After` names: the first two at once, so that all their attempts are spent within milliseconds of a 429.
# ky 1.14.3, axios-retry 4.5.0 and undici's RetryAgent 7.30.2 wait as asked.
# Matters to: callers of a rate-limited API. A delay has to be written by hand for the first four.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund ofetch@1.5.1 superagent@10.4.2 make-fetch-happen@15.0.6 wretch@2.11.1 \
  ky@1.14.3 axios-retry@4.5.0 axios@1.21.1 undici@7.30.2 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { createServer } from "node:http";
import axios from "axios";
import axiosRetry from "axios-retry";
import ky from "ky";
import makeFetchHappen from "make-fetch-happen";
import { ofetch } from "ofetch";
import superagent from "superagent";
import { RetryAgent, Agent, request } from "undici";
import wretch from "wretch";
import { retry } from "wretch/middlewares";
let times = [];
const server = createServer((_, response) => {
  times.push(performance.now());
  if (times.length === 1) response.writeHead(429, { "Retry-After": "3" });
  response.end("{}");
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const url = `http://127.0.0.1:${server.address().port}/`;
const retrying = axios.create();
axiosRetry(retrying, { retries: 2 });
const clients = {
  ofetch: () => ofetch(url, { retry: 2 }),
  superagent: () => superagent.get(url).retry(2),
  "make-fetch-happen": () => makeFetchHappen(url, { retry: 2 }),
  wretch: () => wretch(url).middlewares([retry({ maxAttempts: 2 })]).get().res(),
  ky: () => ky(url, { retry: 2 }),
  "axios-retry": () => retrying.get(url),
  "undici RetryAgent": () => request(url, { method: "GET", dispatcher: new RetryAgent(new Agent(), { maxRetries: 2 }) }),
};
for (const [name, ask] of Object.entries(clients)) {
  times = [];
  await ask();
  console.log(`${name}: ${times[1] - times[0] < 2900 ? "too early" : "after Retry-After"}`);
}
process.exit();
JS
node ask.mjs | tee seen
diff seen <(printf '%s: too early\n' ofetch superagent make-fetch-happen wretch &&
  printf '%s: after Retry-After\n' ky axios-retry 'undici RetryAgent')
