import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type Answer, type Call } from "../../test/harness/call.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
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
import { until } from "../../test/harness/until.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Sends unique words as secrets, tokens and external ids, and in every other place of a request. It then
 * searches for them in every answer, the log, the metrics, the traced requests and, for secrets and tokens,
 * in the database's file.
 */
export const canary: Proof = {
  promises: ["P14"],
  what: "no secret, token or external id in any log, metric, error or trace",
  goal: "200,000 requests with canaries in every position, 0 hits",
  unit: "requests",
  engines: ["sqlite", "postgres"],
  usual: 3_000,
  full: 200_000,
  shows: ["log lines", "traces"],
  prove,
};

const atOnce = 8;
const word = "canary7f3a";

/** Every place of a request that may carry a secret. */
const positions: readonly ((canary: string, token: string) => Call)[] = [
  (canary, token) => ({ path: `${fetchPath}?external_id=${canary}`, token }),
  (canary, token) => ({ path: `${fetchPath}?external_id=${canary}&external_id=${canary}2`, token }),
  (canary, token) => ({ path: `${fetchPath}?external_id=a&public_keys=${canary}`, token }),
  (canary, token) => ({
    path: `${fetchPath}?external_id=a&interactions=interactions/${canary}`,
    token,
  }),
  (canary, token) => ({ path: `${fetchPath}?external_id=${canary}&page_size=${canary}`, token }),
  (canary, token) => ({ path: `${fetchPath}?external_id=a&booking_status=${canary}`, token }),
  (canary, token) => ({ path: `${fetchPath}?external_id=a&language=${canary}`, token }),
  (canary, token) => ({ path: `${fetchPath}?external_id=a&slot_date_range.from=${canary}`, token }),
  (canary, token) => ({ path: `${fetchPath}?external_id=%ff${canary}`, token }),
  (canary) => ({ path: `${fetchPath}?external_id=a`, token: canary }),
  (canary) => ({ path: `${fetchPath}?external_id=a`, token: `bst_${canary}` }),
  (canary) => ({ path: `${fetchPath}?external_id=a&access_token=${canary}` }),
  (canary) => ({ path: fetchPath, headers: { authorization: `Basic ${canary}` } }),
  (canary, token) => ({ path: `/v1/${canary}`, token }),
  (canary, token) => ({ path: `${fetchPath}/${canary}`, token }),
  (canary, token) => ({ method: "DELETE", path: `${cancelPath}?x=${canary}`, token }),
  (canary, token) => ({
    path: `${fetchPath}?external_id=a`,
    token,
    headers: { "x-anything": canary, cookie: canary },
  }),
  (canary, token) => ({ method: "POST", path: cancelPath, token, body: { booking: canary } }),
  (canary, token) => ({ method: "POST", path: cancelPath, token, body: `{"booking":"${canary}` }),
  (canary, token) => ({
    method: "POST",
    path: cancelPath,
    token,
    body: { booking: randomUUID() },
    headers: { "idempotency-key": `${canary} ${canary}` },
  }),
  (canary, token) => ({
    method: "POST",
    path: cancelPath,
    token,
    body: { booking: randomUUID(), external_id: canary },
  }),
  (canary, token) => ({
    method: "POST",
    path: cancelPath,
    token,
    body: { booking: randomUUID() },
    headers: { "x-cancel-reason": canary },
  }),
  (canary) => tokenCall({ client_secret: canary }),
  (canary) => tokenCall({ client_secret: `bss_${canary}` }),
  (canary) => tokenCall({ audience: canary }),
  (canary) => tokenCall({ grant_type: canary }),
  (canary) => ({
    method: "POST",
    path: tokenPath,
    body: `client_secret=${canary}&client_id=a`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  }),
  (canary) => ({ method: "POST", path: tokenPath, body: `{"client_secret":"${canary}"` }),
  (canary, token) => ({
    path: `${fetchPath}?external_id=a`,
    token,
    headers: { "x-forwarded-for": canary },
  }),
];

function tokenCall(fields: Record<string, string>): Call {
  const body = {
    client_id: "nobody",
    client_secret: "s",
    audience: "a",
    grant_type: "client_credentials",
    ...fields,
  };
  return { method: "POST", path: tokenPath, body };
}

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  const person = `${word}-person`;
  const lines = Array.from({ length: 20 }, () => booking(person));
  await using prepared = await startTestService([acmeWith(lines)]);
  const token = await prepared.token();
  const issued = await prepared.credential();
  const { key } = await openDesk(prepared);
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_TOKENS_PER_MINUTE: "0",
    RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    LOG_LEVEL: "trace",
  });
  const secrets = [word, token, issued.clientSecret, key];
  const figures = { requests: 0, positions: positions.length, "log lines": 0, traces: 0, hits: 0 };
  const breaches: string[] = [];
  const look = (where: string, text: string, among: readonly string[] = secrets) => {
    const found = among.find((secret) => text.includes(secret));
    if (found === undefined) return;
    figures.hits += 1;
    // The message must not repeat the word.
    breaches.push(`${where}: ${text.replaceAll(found, "[canary]").slice(0, 200)}`);
  };
  const traceable: string[] = [];
  const lane = async () => {
    for (; figures.requests < count && timeLeft(); figures.requests += 1) {
      const position = figures.requests % positions.length;
      const requestId = `c-${randomUUID()}`;
      const request = positions[position]!(`${word}${random(1e6)}`, token);
      const answer = await call(server.api, {
        host: productionHost,
        ...request,
        headers: { ...request.headers, "x-request-id": requestId },
      });
      look(`the answer to position ${position}`, wholeText(answer));
      if (random(5) === 0) traceable.push(requestId);
      tell(figures.requests, `${figures.hits} hits`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  for (const line of lines) {
    // A listed and cancelled external id must not be in any log either.
    await call(server.api, {
      path: `${fetchPath}?external_id=${person}`,
      host: productionHost,
      token,
    });
    await call(server.api, {
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token,
      body: { booking: line.booking },
    });
  }
  for (const path of ["/metrics", "/readyz", "/livez"]) {
    look(path, (await call(server.operator, { path, host: "localhost" })).text);
  }
  // A request can be traced two seconds after its answer.
  await sleep(2_000);
  for (const id of sample(random, traceable)) {
    const answer = await call(server.operator, {
      path: `/operator/v1/requests/${id}`,
      host: "localhost",
      token: key,
    });
    if (answer.status === 200) figures.traces += 1;
    look("a trace", answer.text);
  }
  // Lines that a busy machine has not delivered yet are no missing lines.
  await until(() => server.lines.length >= figures.requests).catch(() => {});
  figures["log lines"] = server.lines.length;
  for (const line of server.lines) look("the log", line);
  for (const line of server.errors) look("what it says beside the log", line);
  if (figures["log lines"] < figures.requests) breaches.push("the log does not have every request");
  if (prepared.databaseUrl.startsWith("sqlite:")) {
    // The database holds external ids, and must hold no secrets.
    const path = prepared.databaseUrl.slice("sqlite:".length);
    for (const file of [path, `${path}-wal`]) {
      look("the database's file", readFileSync(file, "latin1"), secrets.slice(1));
    }
  }
  return { figures, breaches };
}

function sample(random: Random, all: readonly string[]): string[] {
  return all.length === 0 ? [] : Array.from({ length: 30 }, () => pick(random, all));
}

function wholeText({ headers, text }: Answer): string {
  return JSON.stringify(headers) + text;
}
