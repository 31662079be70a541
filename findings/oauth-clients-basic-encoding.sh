#!/usr/bin/env bash
# Three clients of OAuth 2.0 send the same id and secret in three spellings of HTTP Basic: client-oauth2 4.3.3 raw, simple-oauth2
# 5.1.0 and @badgateway/oauth2-client 3.3.1 form-encoded (RFC 6749, 2.3.1), the last also `-` and `.`. A server that decodes
# changes the raw secret with a `+` in it, and one that does not decode knows none of the others.
# Matters to: who gives out ids and secrets. Letters and digits alone are the same in every spelling.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund client-oauth2@4.3.3 simple-oauth2@5.1.0 @badgateway/oauth2-client@3.3.1 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { createServer } from "node:http";
import { OAuth2Client } from "@badgateway/oauth2-client";
import ClientOAuth2 from "client-oauth2";
import simple from "simple-oauth2";
let credentials;
const server = createServer((request, response) => {
  credentials = Buffer.from(request.headers.authorization.slice("Basic ".length), "base64").toString();
  response.setHeader("content-type", "application/json");
  response.end('{"access_token":"token","token_type":"Bearer"}');
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const host = `http://127.0.0.1:${server.address().port}`;
const clients = {
  "client-oauth2": (id, secret) =>
    new ClientOAuth2({ clientId: id, clientSecret: secret, accessTokenUri: `${host}/token` }).credentials.getToken(),
  "simple-oauth2": (id, secret) =>
    new simple.ClientCredentials({ client: { id, secret }, auth: { tokenHost: host, tokenPath: "/token" } }).getToken({}),
  "badgateway": (clientId, clientSecret) =>
    new OAuth2Client({ server: host, clientId, clientSecret, tokenEndpoint: "/token", authenticationMethod: "client_secret_basic" })
      .clientCredentials(),
};
for (const [name, ask] of Object.entries(clients)) {
  for (const [id, secret] of [["shop7", "s3cret"], ["shop-7", "p+q.r"]]) {
    await ask(id, secret);
    console.log(`${name}: ${credentials}`);
  }
}
server.close();
JS
node ask.mjs | tee seen
diff seen - <<'SEEN'
client-oauth2: shop7:s3cret
client-oauth2: shop-7:p+q.r
simple-oauth2: shop7:s3cret
simple-oauth2: shop-7:p%2Bq.r
badgateway: shop7:s3cret
badgateway: shop%2D7:p%2Bq%2Er
SEEN
