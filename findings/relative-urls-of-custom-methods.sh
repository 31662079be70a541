#!/usr/bin/env bash
# ky 2.1.0 with `baseUrl` and ofetch 1.5.1 with `baseURL` take a path whose first segment has a colon (`oauth:token`) for an
# address with a scheme of its own, as RFC 3986, 4.2, reads it. The base is dropped, no server is asked, and the error is one
# of the network ("fetch failed"), which ky even repeats. With `./` or `/` before the path both ask the right address.
# Matters to: callers of an API with custom methods (AIP-136).
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund ky@2.1.0 ofetch@1.5.1 node@24.21.0 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { createServer } from "node:http";
import ky from "ky";
import { ofetch } from "ofetch";
const server = createServer((request, response) => response.end(JSON.stringify(request.url)));
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const base = `http://127.0.0.1:${server.address().port}/v1/`;
const clients = {
  ky: (path) => ky.create({ baseUrl: base, retry: 0 }).get(path).json(),
  ofetch: (path) => ofetch.create({ baseURL: base, retry: 0 })(path, { parseResponse: JSON.parse }),
};
for (const [name, ask] of Object.entries(clients)) {
  for (const path of ["oauth:token", "./oauth:token"]) {
    console.log(name, path, await ask(path).catch(({ name: error }) => error));
  }
}
server.close();
JS
node_modules/.bin/node ask.mjs | tee seen
diff seen - <<'SEEN'
ky oauth:token NetworkError
ky ./oauth:token /v1/oauth:token
ofetch oauth:token FetchError
ofetch ./oauth:token /v1/oauth:token
SEEN
