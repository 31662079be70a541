import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "node:http";
import { startServerProcess } from "../test/harness/process.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../test/harness/seed.ts";
import { startTestService } from "../test/harness/service.ts";
import { askOnce, type Asked } from "./ask-once.ts";
import type { Proof, ProofOrder, Proven } from "./proof.ts";

/**
 * Lists of two hundred bookings, which make the service slow and are cheap to ask for: first one caller
 * after the other as fast as they are answered, which is the capacity; then ten times as many requests
 * a second, answered or not.
 */
export const overload: Proof = {
  promises: ["P17"],
  what: "ten times the capacity: it sheds with 503 and goes on serving",
  goal: "goodput at least 90 % of capacity, accepted p99 within 250 ms, normal again in 5 s",
  unit: "seconds of overload",
  engines: ["sqlite", "postgres"],
  usual: 5,
  full: 60,
  prove,
};

const callers = 8;
const timesCapacity = 10;
const calmSeconds = 4;
const bookings = 200;

async function prove({ count: seconds, tell }: ProofOrder): Promise<Proven> {
  const lines = Array.from({ length: bookings }, () => booking("popular"));
  await using prepared = await startTestService([acmeWith(lines)]);
  const token = await prepared.token();
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    LOG_LEVEL: "info",
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 4_000 });
  const ask = () =>
    askOnce(agent, {
      api: server.api,
      path: `${fetchPath}?external_id=popular&page_size=200`,
      headers: { host: productionHost, authorization: `Bearer ${token}` },
    });

  await askInTurn(ask, 2);
  const calm = await askInTurn(ask, calmSeconds);
  const capacity = rate(calm, calmSeconds);
  tell(0, `capacity ${Math.round(capacity)} a second`);
  const loaded = await askRegardless(ask, capacity * timesCapacity, seconds);
  tell(seconds, `goodput ${Math.round(rate(loaded, seconds))} a second`);
  const overAt = performance.now();
  while ((await ask()).status !== 200 && performance.now() - overAt < 30_000) await sleep(20);
  const healedMs = performance.now() - overAt;
  agent.destroy();

  const goodput = rate(loaded, seconds) / capacity;
  const p99 = percentile(
    loaded.filter(({ status }) => status === 200).map(({ ms }) => ms),
    0.99,
  );
  const strange = loaded.filter(({ status }) => ![200, 429, 503].includes(status));
  const breaches: string[] = [];
  if (strange.length > 0) breaches.push(`${strange.length} were answered ${strange[0]?.status}`);
  if (goodput < 0.9) breaches.push(`goodput is ${percent(goodput)} of capacity`);
  if (p99 > 250) breaches.push(`p99 of the accepted is ${Math.round(p99)} ms`);
  if (healedMs > 5_000) breaches.push(`normal only after ${Math.round(healedMs)} ms`);
  return {
    figures: {
      "capacity a second": Math.round(capacity),
      "offered a second": Math.round(loaded.length / seconds),
      "goodput of capacity": percent(goodput),
      "accepted p99 in ms": Math.round(p99),
      shed: loaded.filter(({ status }) => status === 503).length,
      "no answer": strange.length,
      "normal after ms": Math.round(healedMs),
    },
    breaches,
  };
}

async function askInTurn(ask: () => Promise<Asked>, seconds: number): Promise<Asked[]> {
  const answers: Asked[] = [];
  const until = performance.now() + seconds * 1000;
  const lane = async () => {
    while (performance.now() < until) answers.push(await ask());
  };
  await Promise.all(Array.from({ length: callers }, lane));
  return answers;
}

/** So many a second, whatever becomes of those before. */
async function askRegardless(
  ask: () => Promise<Asked>,
  perSecond: number,
  seconds: number,
): Promise<Asked[]> {
  const pending: Promise<Asked>[] = [];
  const started = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
    const due = Math.floor((elapsed / 1000) * perSecond);
    while (pending.length < due) pending.push(ask());
    await sleep(5);
  }
  return Promise.all(pending);
}

function rate(answers: readonly Asked[], seconds: number): number {
  return answers.filter(({ status }) => status === 200).length / seconds;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
