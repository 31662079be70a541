import { bookingsParameters } from "../../src/http/endpoints/bookings-query.ts";
import { pick, type Random } from "../../test/harness/random.ts";
import { cancelPath, fetchPath, productionHost, tokenPath } from "../../test/harness/seed.ts";

/** Half of the inputs are valid HTTP with bad content; the others may be anything. */
export function makeGarbage(random: Random, token: string): string {
  return random(2) === 0 ? makeReadable(random, token) : makeBroken(random, token);
}

const evil = [
  "\0",
  "\r",
  "\n",
  "\u00ff",
  "\u00c0\u00af",
  " ",
  "\t",
  "%00",
  "%",
  "%zz",
  "\\",
  '"',
  "{",
  "[",
  "\ud800",
  "🙂",
  "-1",
  "1e9",
  "../",
  "A".repeat(300),
  ";",
  ",",
  ":",
];
const methods = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "get", "BREW", "CONNECT", "TRACE", ""];
const targets = [
  `${fetchPath}?external_id=somebody`,
  fetchPath,
  cancelPath,
  tokenPath,
  "/",
  "*",
  "http://x/",
  `http://${productionHost}${fetchPath}`,
  "/v1/../v1/oauth:token",
  "/v1/oauth%3atoken",
  `${fetchPath}?external_id=${"%F0%9F%99%82".repeat(200)}`,
];
const versions = ["HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/1.1 ", "http/1.1", ""];
const bodies = [
  "",
  "{}",
  '{"booking":"x"}',
  '{"booking":{"booking":[]}}',
  '{"booking":1,"booking":"2f6c1d1e-6f0e-4b52-9a34-000000000001"}',
  "[".repeat(5_000),
  `{"a":${"[".repeat(500)}${"]".repeat(500)}}`,
  '{"client_id":"\\ud800","client_secret":"\\u0000"}',
  `{"client_id":"${"a".repeat(60_000)}"}`,
  `{"booking":"${"b".repeat(70_000)}"}`,
  "client_id=a&client_secret=b&client_id=c",
  "\u00ef\u00bb\u00bf{}",
  "null",
  "1e999",
  '{"__proto__":{"booking":"x"},"constructor":1}',
];

const names = [
  ...bookingsParameters,
  "external_id",
  "booking_status",
  "public_key",
  "",
  "%",
  "a b",
];
const values = [
  "somebody",
  "CONFIRMED",
  "1",
  "pk_summer",
  "interactions/",
  "2030-05-01T08:00:00Z",
  "2030-02-30T25:61:61+99:99",
  "9".repeat(400),
  ...bodies.slice(0, 6),
];

/** Makes a request that mostly reaches an endpoint. */
function makeReadable(random: Random, token: string): string {
  const word = (): string => {
    const text = pick(random, values) + (random(2) === 0 ? pick(random, evil) : "");
    // Characters that a target may not contain are encoded; others only sometimes.
    return random(2) === 0
      ? encodeURIComponent(text.toWellFormed())
      : text.replaceAll(/[^!-~]/g, (sign) => encodeURIComponent(sign.toWellFormed()));
  };
  const query = Array.from({ length: random(5) }, () => `${pick(random, names)}=${word()}`)
    .join("&")
    .replaceAll(" ", "+");
  const path = pick(random, [fetchPath, fetchPath, cancelPath, tokenPath]);
  const isPost = path !== fetchPath;
  const made = () => pick(random, bodies).replaceAll('"x"', JSON.stringify(pick(random, evil)));
  const sent = () => (random(3) === 0 ? mutate(random, made()) : made());
  const body = isPost ? sent() : "";
  const head = [
    `${isPost ? "POST" : "GET"} ${path}?${query} HTTP/1.1`,
    `Host: ${productionHost}`,
    `Authorization: Bearer ${random(8) === 0 ? word() : token}`,
    `Content-Type: ${pick(random, ["application/json", "text/plain", "application/x-www-form-urlencoded"])}`,
    `X-Forwarded-For: ${word()}`,
    ...(random(3) === 0 ? [`Idempotency-Key: ${word()}`] : []),
    ...(isPost ? [`Content-Length: ${body.length}`] : []),
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** Makes a request and breaks it in a few places. */
function makeBroken(random: Random, token: string): string {
  const body = pick(random, bodies);
  const headers = [
    `Host: ${productionHost}`,
    `Authorization: Bearer ${token}`,
    `Content-Length: ${random(6) === 0 ? pick(random, ["-1", "99999999999", "abc", "0", "5, 5"]) : Buffer.byteLength(body, "latin1")}`,
    "Content-Type: application/json",
  ].filter(() => random(8) > 0);
  const extra = [
    "Host: other.example",
    `Authorization: Bearer ${token}`,
    "Transfer-Encoding: chunked",
    "Expect: 100-continue",
    "Upgrade: websocket",
    "Connection: close",
    "X-Request-Id: \u00e9",
    "Idempotency-Key: a b",
    `X-Big: ${"x".repeat(17_000)}`,
    "X-Forwarded-Host: a, b",
    ": empty",
    "No colon",
  ];
  for (let times = random(4); times > 0; times -= 1) headers.push(pick(random, extra));
  const line = [pick(random, methods), pick(random, targets), pick(random, versions)].join(" ");
  let input = `${line}\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
  for (let times = random(3); times > 0; times -= 1) input = mutate(random, input);
  return random(10) === 0 ? input + input : input;
}

function mutate(random: Random, input: string): string {
  const at = random(Math.max(1, input.length));
  switch (random(5)) {
    case 0:
      return input.slice(0, at) + pick(random, evil) + input.slice(at);
    case 1:
      return input.slice(0, at) + input.slice(at + 1 + random(20));
    case 2:
      return input.slice(0, at);
    case 3:
      return input.slice(0, at) + input.slice(Math.max(0, at - random(40)));
    default:
      return input.slice(0, at) + String.fromCharCode(random(256)) + input.slice(at + 1);
  }
}
