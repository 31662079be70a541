#!/usr/bin/env bash
# The two verifiers of Standard Webhooks for Node, standardwebhooks 1.1.1 and svix 2.5.0, refuse a genuine post with "Missing
# required headers" where the handler passes the `Headers` of a fetch request (Hono, Next.js, Deno, Workers) as it got them.
# And since its release 2 svix returns nothing for a post that is genuine, where 1.99.1 and standardwebhooks return the event.
# Matters to: receivers of webhooks about bookings. Pass `Object.fromEntries(request.headers)`, and parse the body yourself.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1 svix@2.5.0 svix-1@npm:svix@1.99.1 >/dev/null 2>&1
cat >verify.mjs <<'JS'
import { createHmac, randomBytes } from "node:crypto";
const key = randomBytes(32);
const body = '{"type":"booking.cancelled"}';
const timestamp = String(Math.floor(Date.now() / 1000));
const plain = {
  "webhook-id": "msg_1",
  "webhook-timestamp": timestamp,
  "webhook-signature": `v1,${createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64")}`,
};
for (const name of ["standardwebhooks", "svix", "svix-1"]) {
  const { Webhook } = await import(name);
  const webhook = new Webhook(`whsec_${key.toString("base64")}`);
  for (const [kind, headers] of [["an object", plain], ["Headers", new Headers(plain)]]) {
    let seen;
    try {
      seen = JSON.stringify(webhook.verify(body, headers)) ?? "nothing";
    } catch (error) {
      seen = error.message;
    }
    console.log(`${name}, ${kind}: ${seen}`);
  }
}
JS
node verify.mjs | tee seen
diff seen - <<'SEEN'
standardwebhooks, an object: {"type":"booking.cancelled"}
standardwebhooks, Headers: Missing required headers
svix, an object: nothing
svix, Headers: Missing required headers
svix-1, an object: {"type":"booking.cancelled"}
svix-1, Headers: Missing required headers
SEEN
