import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { acmePath, openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { acme, startTestService } from "../../test/harness/service.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * A viewer of one account asks over 250 connections at a time. A desk of another account looks bookings up, and a
 * supervisor asks whether the process lives, one request after the other. The two are measured in turns, alone and
 * beside the viewer, so that other programs of the machine slow both down.
 */
export const turns: Proof = {
  promises: ["P17"],
  what: "a desk's look-ups and /livez beside 250 connections of another account's key",
  goal: "the median look-up takes at most three times that of alone, the median /livez 50 ms, and every one is 200",
  unit: "rounds",
  engines: ["sqlite", "postgres"],
  usual: 3,
  full: 20,
  shows: ["look-ups beside it", "answers of the greedy key"],
  prove,
};

const connections = 250;
const windowMs = 2_000;
const timesMost = 3;
const liveMostMs = 50;
const greedyName = { tenant: "greedy", environment: "production" } as const;
const greedyPath = "/operator/v1/accounts/greedy/production/bookings?limit=1";

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using service = await startTestService([
    acmeWith(Array.from({ length: 100 }, (_, index) => booking(`guest-${index}`))),
    { name: greedyName, hosts: ["api.greedy.example"] },
  ]);
  const { key } = await openDesk(service, "staff", [acme]);
  const greedy = await openDesk(service, "viewer", [greedyName]);
  await using server = await startServerProcess(service.databaseUrl, { LOG_LEVEL: "error" });
  const times = { alone: [] as number[], beside: [] as number[], live: [] as number[] };
  const breaches = new Set<string>();
  let answers = 0;
  const ask = async (path: string, into: number[]) => {
    const began = performance.now();
    const status = await statusOf(new URL(path, server.operator), key);
    into.push(performance.now() - began);
    if (status !== 200) breaches.add(`${path.split("?", 1)[0]} was answered ${status}`);
  };
  const during = async (lookUps: number[], live: number[]) => {
    const endsAt = performance.now() + windowMs;
    for (let each = 0; performance.now() < endsAt; each += 1) {
      await ask(`/operator/v1${acmePath}/bookings?external_id=guest-${each % 100}`, lookUps);
      await ask("/livez", live);
    }
  };
  await during([], []);
  for (let round = 1; round <= count && timeLeft(); round += 1) {
    await during(times.alone, []);
    const worker = new Worker(new URL("../parts/greedy-thread.ts", import.meta.url), {
      workerData: { operator: server.operator, path: greedyPath, key: greedy.key, connections },
    });
    worker.on("message", (ended: number) => (answers += ended));
    await sleep(windowMs / 4);
    await during(times.beside, times.live);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window.
    worker.postMessage("end");
    await new Promise((resolve) => worker.once("exit", resolve));
    tell(round);
  }
  const [alone, beside, live] = [times.alone, times.beside, times.live].map(median) as Medians;
  if (beside > timesMost * alone) {
    breaches.add(`The median look-up took ${beside} ms beside the key, and ${alone} ms alone.`);
  }
  if (live > liveMostMs) breaches.add(`The median /livez took ${live} ms.`);
  return {
    figures: {
      "look-ups alone": times.alone.length,
      "look-ups beside it": times.beside.length,
      "answers of the greedy key": answers,
      "median look-up alone, ms": alone,
      "median look-up beside it, ms": beside,
      "median /livez beside it, ms": live,
    },
    breaches: [...breaches],
  };
}

/** A desk keeps its connection. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function statusOf(url: URL, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", reject);
  });
}

type Medians = [number, number, number];

function median(times: readonly number[]): number {
  const middle = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  return Math.round(middle * 10) / 10;
}
