import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/**
 * Receives a webhook's posts and keeps each event once, as a line of a file:
 * `WEBHOOK_SECRET=whsec_… PORT=9000 node webhook-receiver.js events.ndjson`. It needs Node alone. Its test is
 * `webhook-receiver.test.js`.
 */
const [file = "events.ndjson"] = process.argv.slice(2);
const { WEBHOOK_SECRET: secret = "", PORT: port = "9000" } = process.env;
if (!secret.startsWith("whsec_")) {
  process.stderr.write("Set WEBHOOK_SECRET to what `booking webhook create` printed: whsec_…\n");
  process.exit(2);
}
const key = Buffer.from(secret.slice("whsec_".length), "base64");
const toleranceSeconds = 300;
const bodyMax = 1024 * 1024;

// A receiver that is started again still knows what it has. The line that it was killed in is not whole.
const written = existsSync(file) ? readFileSync(file, "utf8") : "";
const whole = written.slice(0, written.lastIndexOf("\n") + 1);
if (whole !== written) truncateSync(file, Buffer.byteLength(whole));
const lines = whole.split("\n").slice(0, -1);
const known = new Set(lines.map((line) => JSON.parse(line).id));

const server = createServer((request, response) => void take(request, response));
server.listen(Number(port), "127.0.0.1", () => {
  process.stdout.write(`port ${server.address().port}\n`);
});

async function take(request, response) {
  const answer = (status) => response.writeHead(status).end();
  try {
    if (request.method !== "POST") return answer(405);
    if (!(Number(request.headers["content-length"]) <= bodyMax)) return answer(413);
    const body = await text(request);
    if (!isSigned(body, request.headers)) return answer(400);
    keepOnce(request.headers["webhook-id"], JSON.parse(body));
    answer(204);
  } catch (error) {
    // What could not be kept is posted again later.
    process.stderr.write(`${error.message}\n`);
    answer(500);
  }
}

/** Standard Webhooks: a signature of the id, the time and the body as it arrived. */
function isSigned(body, headers) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": given } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const good = Buffer.from(
    `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`,
  );
  // While the secret is rotated there is one signature of each.
  return String(given)
    .split(" ")
    .map((each) => Buffer.from(each))
    .some((each) => each.length === good.length && timingSafeEqual(each, good));
}

/** The event is on the disk before it is acknowledged. A repetition has the same id, and a replay too. */
function keepOnce(id, { type, timestamp, data }) {
  if (known.has(id)) return;
  appendFileSync(file, `${JSON.stringify({ id, type, timestamp, data })}\n`, { flush: true });
  known.add(id);
}
