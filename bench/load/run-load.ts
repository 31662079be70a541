import { setTimeout as sleep } from "node:timers/promises";
import { cpuBetween, readCpu } from "../programs/process-cost.ts";
import { poissonArrivals } from "./arrivals.ts";
import type { LoadOrder, LoadResult } from "./load-order.ts";
import { openSender, type Sender } from "./sender.ts";
import { Timings } from "./timings.ts";

/**
 * Sends requests and measures the time of their answers.
 *
 * Closed: as many callers as connections, each of which sends its next request after an answer. That measures
 * a server's capacity, but hides waiting: a stalled server receives nothing meanwhile.
 *
 * Open: requests arrive at a rate, at random instants, as from many independent callers. A request that finds
 * every connection busy waits, and its latency counts from its due time.
 */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  const senders = await Promise.all(
    Array.from({ length: order.connections }, () => openSender(order.port, reject)),
  );
  const run = order.rate === null ? runClosed : runOpen;
  const timings = new Timings();
  const watchedBefore = readCpu(order.watched);
  const ownBefore = process.cpuUsage();
  const started = performance.now();
  try {
    await Promise.race([run(order, senders, timings), broken]);
    const seconds = (performance.now() - started) / 1000;
    const own = process.cpuUsage(ownBefore);
    await sleep(order.lateWorkMs);
    const watched = cpuBetween(watchedBefore, readCpu(order.watched));
    const { requests, sent } = timings;
    return {
      requests,
      sent,
      seconds,
      ...timings.summary(),
      watchedCpu: watched / requests,
      ownCpu: (own.user + own.system) / requests,
    };
  } finally {
    for (const sender of senders) sender.close();
  }
}

type Run = (order: LoadOrder, senders: readonly Sender[], timings: Timings) => Promise<void>;

/** The texts to send, in order, as many as the order allows. */
function requestsOf({ pattern, from, requests }: LoadOrder, timings: Timings): () => string | null {
  const [before = "", after = ""] = pattern.text.split("{}");
  return () => {
    if (timings.sent === requests) return null;
    const value = pattern.values[(from + timings.sent) % pattern.values.length] ?? "";
    timings.sent += 1;
    return before + value + after;
  };
}

const runClosed: Run = async (order, senders, timings) => {
  const next = requestsOf(order, timings);
  const endsAt = performance.now() + order.seconds * 1000;
  await Promise.all(
    senders.map(
      (sender) =>
        new Promise<void>((resolve) => {
          const sendNext = () => {
            const sentAt = performance.now();
            const request = sentAt >= endsAt ? null : next();
            if (request === null) return resolve();
            sender.send(request, (answer) => {
              const tookMs = performance.now() - sentAt;
              timings.add(answer, { latencyMs: tookMs, serviceMs: tookMs, lateMs: 0 });
              sendNext();
            });
          };
          sendNext();
        }),
    ),
  );
};

/** A request of an open loop, with its due time and how late the load looked at it. */
interface Due {
  readonly request: string;
  readonly at: number;
  readonly lateMs: number;
}

const runOpen: Run = (order, senders, timings) =>
  new Promise<void>((resolve) => {
    const next = requestsOf(order, timings);
    const started = performance.now();
    const countsFrom = started + (order.settleSeconds ?? 0) * 1000;
    const arrivals = poissonArrivals(order.rate ?? 1, Math.random);
    const idle = [...senders];
    const queue: Due[] = [];
    let head = 0;
    let underWay = 0;
    let ended = false;
    let arrivesAt = started + arrivals();

    const send = (due: Due) => {
      // The server ends a connection that is idle for long.
      const sender = idle.shift();
      if (sender === undefined) {
        queue.push(due);
        return;
      }
      underWay += 1;
      const sentAt = performance.now();
      sender.send(due.request, (answer) => {
        const now = performance.now();
        if (due.at >= countsFrom) {
          timings.add(answer, {
            latencyMs: now - due.at,
            serviceMs: now - sentAt,
            lateMs: due.lateMs,
          });
        }
        underWay -= 1;
        idle.push(sender);
        const waiting = queue[head];
        if (waiting !== undefined) {
          head += 1;
          send(waiting);
        } else if (ended && underWay === 0) resolve();
      });
    };
    const arrive = () => {
      const now = performance.now();
      while (arrivesAt <= now) {
        const request = arrivesAt - countsFrom >= order.seconds * 1000 ? null : next();
        if (request === null) {
          ended = true;
          if (underWay === 0) resolve();
          return;
        }
        send({ request, at: arrivesAt, lateMs: now - arrivesAt });
        arrivesAt += arrivals();
      }
      // Timers are too coarse for thousands of requests a second, so the event loop is polled, which gives
      // the sockets their turn in between.
      if (arrivesAt - now > 2) setTimeout(arrive, 1);
      else setImmediate(arrive);
    };
    arrive();
  });
