import { connect } from "node:net";
import { bookingsParameters } from "../../src/http/endpoints/bookings-query.ts";
import { call } from "../../test/harness/call.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { pick, seededRandom, type Random } from "../../test/harness/random.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  productionHost,
  tokenPath,
} from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/** Writes requests from a grammar to raw sockets; most of them are broken somewhere. */
export const garbage: Proof = {
  promises: ["P16", "P15"],
  what: "no input crashes it, hangs it, or gets an answer that is not the interface's",
  goal: "1,000,000 bad inputs, 0 crashes, 0 hangs, 0 unclassified answers, memory flat",
  unit: "inputs",
  engines: ["sqlite"],
  usual: 8_000,
  full: 1_000_000,
  shows: ["that reached an endpoint", "answers"],
  prove,
};

const atOnce = 12;
const hangMs = 15_000;
const memoryLimitMiB = 200;
const known = new Set([200, 400, 401, 403, 404, 405, 408, 413, 429, 431, 500, 503]);

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([booking("somebody")])]);
  const token = await prepared.token();
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_TOKENS_PER_MINUTE: "0",
    RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    LOG_LEVEL: "info",
  });
  const port = Number(new URL(server.api).port);
  const memory = async () => {
    const { text } = await call(server.operator, { path: "/metrics", host: "localhost" });
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1024 / 1024;
  };
  const figures = {
    inputs: 0,
    "that reached an endpoint": 0,
    answers: 0,
    "closed without": 0,
    hangs: 0,
    unclassified: 0,
  };
  const breaches: string[] = [];
  const lane = async (most: number) => {
    for (; figures.inputs < most && timeLeft() && server.child.exitCode === null;) {
      figures.inputs += 1;
      const bytes = makeInput(random, token);
      const { text, hung } = await send(port, bytes);
      const verdict = hung ? "it hangs" : judge(text, bytes.includes("HEAD "));
      if (hung) figures.hangs += 1;
      else if (text === "") {
        figures["closed without"] += 1;
        // An empty request needs no answer.
        if (bytes.trim() !== "") breaches.push(`no answer: ${JSON.stringify(bytes.slice(0, 200))}`);
      } else if (verdict === null) figures.answers += 1;
      else figures.unclassified += 1;
      if (verdict !== null) breaches.push(`${verdict}: ${JSON.stringify(bytes.slice(0, 200))}`);
      tell(figures.inputs, `${figures.unclassified} unclassified, ${figures.hangs} hangs`);
    }
  };
  // The warm-up comes first: compiled and cached data is no leak.
  const lanes = (most: number) => Promise.all(Array.from({ length: atOnce }, () => lane(most)));
  await lanes(Math.ceil(count / 4));
  const before = await memory();
  await lanes(count);
  const grownMiB = Math.round((await memory()) - before);
  if (server.child.exitCode !== null) breaches.push("the process died");
  if (grownMiB > memoryLimitMiB) breaches.push(`memory has grown by ${grownMiB} MiB`);
  figures["that reached an endpoint"] = server.lines.filter((line) =>
    /"endpoint":"(?!none")/.test(line),
  ).length;
  if (figures["that reached an endpoint"] < figures.inputs / 4) {
    breaches.push("what is sent hardly reaches the endpoints");
  }
  const fault = server.lines.find((line) => line.includes('"msg":"fault"'));
  if (fault !== undefined) breaches.push(`a fault was logged: ${fault.slice(0, 400)}`);
  return { figures: { ...figures, "memory grown by MiB": grownMiB }, breaches };
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

/** Half of the inputs are valid HTTP with bad content; the others may be anything. */
function makeInput(random: Random, token: string): string {
  return random(2) === 0 ? makeReadable(random, token) : makeBroken(random, token);
}

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
  const body = isPost ? (random(3) === 0 ? mutate(random, made()) : made()) : "";
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

function send(port: number, bytes: string): Promise<{ text: string; hung: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let hung = false;
    const late = setTimeout(() => {
      hung = true;
      socket.destroy();
    }, hangMs);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("close", () => {
      clearTimeout(late);
      resolve({ text: Buffer.concat(chunks).toString("latin1"), hung });
    });
    socket.on("end", () => socket.end());
    // The end of input: a half request stays half.
    socket.end(Buffer.from(bytes, "latin1"));
  });
}

/** Returns the fault of the answers on one connection; null when each is one of the interface's. */
function judge(text: string, mayBeHead: boolean): string | null {
  let rest = text;
  while (rest !== "") {
    const headEnd = rest.indexOf("\r\n\r\n");
    if (headEnd === -1) return "half an answer";
    const head = rest.slice(0, headEnd);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    rest = rest.slice(headEnd + 4);
    if (status === 100) continue;
    if (!known.has(status)) return `an answer ${status}`;
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    // An answer to HEAD announces a body that is not sent.
    const isToHead = mayBeHead && !rest.startsWith("{");
    const body = isToHead ? "" : rest.slice(0, length);
    rest = isToHead ? rest : rest.slice(length);
    if (!isToHead && !hasShape(status, body))
      return `an answer ${status} of no shape: ${body.slice(0, 100)}`;
    if (!/^x-request-id: /im.test(head)) return `an answer ${status} without X-Request-Id`;
  }
  return null;
}

function hasShape(status: number, body: string): boolean {
  try {
    const json = JSON.parse(body);
    if (status === 200) return typeof json === "object" && json !== null;
    if (status === 401 && json.error !== undefined) return typeof json.message === "string";
    return Number.isInteger(json.code) && typeof json.message === "string";
  } catch {
    return false;
  }
}
