import { setTimeout as sleep } from "node:timers/promises";
import { openSender, type Sender } from "../../bench/load/sender.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { mainThreadTime, usedByOthers } from "../parts/thread-time.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Lists of two hundred bookings, which are expensive for the service and cheap for the caller. First, callers
 * ask one request after the other, which measures the capacity. Then ten times as many requests a second
 * arrive, whether or not they are answered.
 *
 * Two measures hold on a machine that other programs use: how many lists were answered while an admitted one
 * waited, which is the length of the queue, and the processor time of the service for each answered list, which
 * includes the refusals. Rates and times are judged where other programs leave the processors alone.
 */
export const overload: Proof = {
  promises: ["P17"],
  what: "ten times the capacity: it sheds with 503 and serves the rest",
  goal: "99 of 100 accepted lists behind at most 700 others, at most four times the processor time for each; with processors to itself, goodput 90 % of capacity, accepted p99 within 250 ms, normal again in 5 s",
  unit: "seconds of overload",
  engines: ["sqlite", "postgres"],
  usual: 5,
  full: 60,
  shows: ["capacity a second", "shed"],
  prove,
};

const inTurn = 8;
/** More than the service begins at a time, so that it has to choose. */
const mostConnections = 2_000;
const patienceMs = 10_000;
const timesCapacity = 10;
const calmSeconds = 4;
const bookings = 200;
/** Without admission control each of the 2,000 connections waits for all others. */
const queueMost = 700;
const costMost = 4;
/** Beyond this part of the processors, other programs decide rates and times. */
const quiet = 0.2;

async function prove({ count: seconds, tell }: ProofOrder): Promise<Proven> {
  const lines = Array.from({ length: bookings }, () => booking("popular"));
  await using prepared = await startTestService([acmeWith(lines)]);
  const token = await prepared.token();
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    LOG_LEVEL: "info",
  });
  await using callers = new Callers(
    Number(new URL(server.api).port),
    `GET ${fetchPath}?external_id=popular&page_size=200 HTTP/1.1\r\n` +
      `Host: ${productionHost}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );

  const worked = () => mainThreadTime([server.child.pid ?? 0]).worked;
  const others = await usedByOthers();
  await callers.askInTurn(inTurn, 2);
  const begun = { worked: worked(), accepted: callers.accepted };
  const calm = await callers.askInTurn(inTurn, calmSeconds);
  const calmMs = (worked() - begun.worked) / (callers.accepted - begun.accepted);
  const capacity = rate(calm, calmSeconds);
  tell(0, `capacity ${Math.round(capacity)} a second`);
  const flooded = { worked: worked(), accepted: callers.accepted };
  const { asked, late, held } = await callers.askRegardless(capacity * timesCapacity, seconds);
  const overloadedMs = (worked() - flooded.worked) / (callers.accepted - flooded.accepted);
  tell(seconds, `goodput ${Math.round(rate(asked, seconds))} a second`);
  const overAt = performance.now();
  let calmAgain = rate(await callers.askInTurn(inTurn, 1), 1);
  while (calmAgain < 0.8 * capacity && performance.now() - overAt < 30_000) {
    calmAgain = rate(await callers.askInTurn(inTurn, 1), 1);
  }
  const healedMs = performance.now() - overAt;

  const goodput = rate(asked, seconds) / capacity;
  const accepted = asked.filter(({ status }) => status === 200);
  const p99 = percentile(
    accepted.map(({ ms }) => ms),
    0.99,
  );
  const strange = asked.filter(({ status }) => ![200, 429, 503].includes(status));
  const all = [...asked, ...late];
  const queue = percentile(
    all.filter(({ status }) => status === 200).map(({ before }) => before),
    0.99,
  );
  const cost = overloadedMs / calmMs;
  const breaches: string[] = [];
  if (strange.length > 0) breaches.push(`${strange.length} were answered ${strange[0]?.status}`);
  if (queue > queueMost) breaches.push(`p99 of the accepted waited for ${queue} others`);
  if (cost > costMost) breaches.push(`a list costs ${cost.toFixed(2)} times as much`);
  if (others < quiet) {
    if (goodput < 0.9) breaches.push(`goodput is ${percent(goodput)} of capacity`);
    if (p99 > 250) breaches.push(`p99 of the accepted is ${Math.round(p99)} ms`);
    if (healedMs > 5_000) breaches.push(`normal only after ${Math.round(healedMs)} ms`);
  }
  return {
    figures: {
      "processors that others use": `${percent(others)}${others < quiet ? "" : " (rates and times are not judged)"}`,
      "p99 of the lists before an accepted one": queue,
      "processor time of a list in µs, calm and overloaded": `${Math.round(calmMs * 1000)} and ${Math.round(overloadedMs * 1000)}`,
      "capacity a second": Math.round(capacity),
      "asked a second": Math.round(asked.length / seconds),
      "wanted to ask": Math.round((asked.length + held) / seconds),
      "goodput of capacity": percent(goodput),
      "accepted p99 in ms": Math.round(p99),
      shed: all.filter(({ status }) => status === 503).length,
      "no answer": strange.length,
      "normal after ms": Math.round(healedMs),
    },
    breaches,
  };
}

interface Asked {
  /** 0 where no whole answer came. */
  readonly status: number;
  readonly ms: number;
  /** The lists that were answered between the request and its answer. */
  readonly before: number;
}

/** Many callers of one request over bare sockets, which cost far less than the answers. */
class Callers implements AsyncDisposable {
  readonly #port: number;
  readonly #request: string;
  readonly #free: Sender[] = [];
  readonly #opened = new Set<Sender>();
  /** How many lists were answered. */
  accepted = 0;

  constructor(port: number, request: string) {
    this.#port = port;
    this.#request = request;
  }

  /** Runs this many callers, each of which repeats when it is answered. */
  async askInTurn(callers: number, seconds: number): Promise<Asked[]> {
    await this.#open(callers);
    const answers: Asked[] = [];
    const until = performance.now() + seconds * 1000;
    const lane = async () => {
      while (performance.now() < until) answers.push(await this.#ask(this.#free.pop()));
    };
    await Promise.all(Array.from({ length: callers }, lane));
    return answers;
  }

  /** Sends this many requests a second, whatever happens to earlier ones, while a connection is free. */
  async askRegardless(perSecond: number, seconds: number) {
    await this.#open(mostConnections);
    const asked: Asked[] = [];
    const late: Asked[] = [];
    const pending = new Set<Promise<unknown>>();
    const started = performance.now();
    let due = 0;
    let held = 0;
    for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
      for (; due < (elapsed / 1000) * perSecond; due += 1) {
        const sender = this.#free.pop();
        if (sender === undefined) {
          held += 1;
          continue;
        }
        const answer: Promise<unknown> = this.#ask(sender).then((each) => {
          pending.delete(answer);
          // A later answer does not count within these seconds.
          const isInTime = performance.now() - started < seconds * 1000;
          (isInTime ? asked : late).push(each);
          return each;
        });
        pending.add(answer);
      }
      await sleep(1);
    }
    await Promise.all(pending);
    return { asked, late, held };
  }

  async #open(count: number): Promise<void> {
    while (this.#opened.size < count) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const sender = await openSender(this.#port, () => end());
      this.#opened.add(sender);
      this.#free.push(sender);
      // The service closes connections that are idle for long.
      void ended.then(() => this.#forget(sender));
    }
  }

  #forget(sender: Sender): void {
    this.#opened.delete(sender);
    const place = this.#free.indexOf(sender);
    if (place !== -1) this.#free.splice(place, 1);
  }

  #ask(sender: Sender | undefined): Promise<Asked> {
    if (sender === undefined) throw new Error("There are fewer connections than callers.");
    const startedAt = performance.now();
    const acceptedBefore = this.accepted;
    const outcome = (status: number) => ({
      status,
      ms: performance.now() - startedAt,
      before: this.accepted - acceptedBefore,
    });
    return new Promise((resolve) => {
      const lost = setTimeout(() => resolve(outcome(0)), patienceMs);
      sender.send(this.#request, ({ status }) => {
        clearTimeout(lost);
        this.#free.push(sender);
        resolve(outcome(status));
        if (status === 200) this.accepted += 1;
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const sender of this.#opened) sender.close();
  }
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
