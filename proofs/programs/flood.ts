import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { engine } from "../../test/harness/test-database.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { Flooders } from "../parts/flooders.ts";
import { ListLoad, percent, rate } from "../parts/list-load.ts";
import { callersLost, compared, ComparedWindows } from "../parts/serving-windows.ts";
import { floodKinds, type FloodKind } from "../parts/sign-in-flood.ts";
import { Stalls } from "../parts/stalls.ts";
import { childrenOf, mainThreadTime, processTime } from "../parts/thread-time.ts";
import { workOfAll } from "../parts/work-of-all.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Two people without a key send sign-ins one after the other: bodies of the largest size that is accepted, and
 * bodies of 1 MB. The limit by address is off, as if each came from another one. A third one asks for the metrics,
 * which the callers' thread renders. Callers ask lists all the time; of three windows one has the flood beside them,
 * and one has loops that use as much processor time as the flood, and a scraper who asks as often as the service
 * renders the metrics for everybody together.
 *
 * Three measures hold on every machine, with one server process and with two: the processor time that a refused
 * sign-in costs the service, in lists of a caller; the processor time that a list costs the threads that serve
 * callers; and the longest stall of their event loops. Where the flood and the callers have processors of their
 * own, the callers' rate is judged too.
 */
export const flood: Proof = {
  promises: ["P17"],
  what: "a flood of sign-ins and scrapes without a key beside callers at full load",
  goal: "a refused sign-in costs no more than 14 lists, one of 1 MB 60; a list costs the callers' threads at most 30 % more processor time than beside endless loops that use as much of the processors as the flood, no stall of their event loops over 50 ms more; callers keep 90 % of their rate, judged where there are four processors",
  unit: "rounds of windows",
  engines: ["sqlite", "postgres"],
  usual: 6,
  full: 30,
  shows: ["lists a second", "refused sign-ins", "scrapes"],
  prove,
};

const contacts = 1_000;
const warmUpMs = 2_000;
const floodMs = 2_000;
/** The number of processors from which callers and flooders each have their own. */
const processorsToSpare = 4;
/** Sign-ins of each kind until the service's code is compiled, and in each round: a busy machine takes longer. */
const signInsToWarmUp = 300;
const signInsToJudge = 100;
/**
 * The lists that a refused sign-in may cost: two to three times what was measured on a busy machine. To parse
 * 90,000 fields takes as long as a thousand lists.
 */
const listsForSignIn = { "4 KB": 14, "1 MB": 60 } as const;

async function prove(order: ProofOrder): Promise<Proven> {
  const lines = Array.from({ length: contacts }, (_, index) => booking(`c-${index}`));
  await using prepared = await startTestService([acmeWith(lines)]);
  const target = { databaseUrl: prepared.databaseUrl, token: await prepared.token() };
  const one = await floodProcesses(1, target, order);
  const two = await floodProcesses(2, target, order);
  return {
    figures: {
      "lists a second": Math.min(one.listsASecond, two.listsASecond),
      "refused sign-ins": one.refused + two.refused,
      scrapes: one.scrapes + two.scrapes,
      ...one.figures,
      ...two.figures,
    },
    breaches: [...one.breaches, ...two.breaches],
  };
}

async function floodProcesses(
  processes: number,
  { databaseUrl, token }: { readonly databaseUrl: string; readonly token: string },
  { count, timeLeft, tell }: ProofOrder,
) {
  using folder = temporaryFolder();
  const stalls = new Stalls(folder.path);
  await using server = await startServerProcess(databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "0",
    PROCESSES: String(processes),
    ...stalls.environment,
  });
  const { pid = 0 } = server.child;
  const children = childrenOf(pid);
  const serving = processes === 1 ? [pid] : children;
  const worked = () => processTime([pid, ...children]);
  const waited = () => mainThreadTime([...serving, process.pid]).waited;
  await using load = new ListLoad(server.api, token, contacts, waited);
  await using flooders = new Flooders(server.operator);
  await load.during(warmUpMs);
  const sendAtLeast = async (kind: FloodKind, least: number): Promise<number> => {
    let refused = 0;
    while (refused < least && timeLeft()) {
      const order = { ms: floodMs / floodKinds.length, kinds: [kind], scrapes: null };
      refused += (await flooders.during(order)).refused;
    }
    return refused;
  };
  for (const kind of floodKinds) await sendAtLeast(kind, signInsToWarmUp);
  const idleFrom = { at: performance.now(), worked: worked() };
  await sleep(floodMs);
  const idle = (worked() - idleFrom.worked) / (performance.now() - idleFrom.at);
  const windows = new ComparedWindows({
    serving,
    stalls,
    workOfAll: workOfAll([pid, ...children], databaseUrl),
  });
  const { calm, busy } = windows;
  const costs = {
    list: new Cost(worked, idle),
    "4 KB": new Cost(worked, idle),
    "1 MB": new Cost(worked, idle),
  };
  let scrapes = 0;
  for (let round = 0; round < count && timeLeft(); round += 1) {
    await costs.list.of(async () => (await calm.add(load)).answers);
    for (const kind of floodKinds) {
      await costs[kind].of(() => sendAtLeast(kind, signInsToJudge));
    }
    const [, { scraped }] = await Promise.all([
      busy.add(load),
      flooders.during({ ms: floodMs, kinds: floodKinds, scrapes: "flooding" }),
    ]);
    scrapes += scraped;
    await Promise.all([
      windows.addControl(load),
      flooders.during({ ms: floodMs, kinds: [], scrapes: "paced" }),
    ]);
    tell(round + 1, `${processes} processes`);
  }
  const kept = rate(busy.all) / rate(calm.all);
  const isRoomy = availableParallelism() >= processorsFor(processes);
  const inLists = (kind: FloodKind) => costs[kind].each / costs.list.each;
  const breaches = [
    ...(isRoomy && kept < 0.9 ? [`callers kept ${percent(kept)} of their rate`] : []),
    ...callersLost(windows),
    ...floodKinds
      .filter((kind) => inLists(kind) > listsForSignIn[kind])
      .map((kind) => `a sign-in of ${kind} costs as much as ${inLists(kind).toFixed(1)} lists`),
    ...flooders.wrong,
  ];
  return {
    listsASecond: rate(calm.all),
    refused: costs["4 KB"].requests + costs["1 MB"].requests,
    scrapes,
    figures: {
      [`${processes}: rate kept`]: `${percent(kept)}${isRoomy ? "" : " (too few processors to judge)"}`,
      ...compared(processes, windows),
      ...Object.fromEntries(
        floodKinds.map((kind) => [
          `${processes}: processor time of a sign-in of ${kind}`,
          `${Math.round(costs[kind].each * 1000)} µs, ${inLists(kind).toFixed(1)} lists`,
        ]),
      ),
    },
    breaches: breaches.map((breach) => `${processes} processes: ${breach}`),
  };
}

/** With PostgreSQL, the callers' statements need as many processors as the server processes. */
function processorsFor(processes: number): number {
  return processorsToSpare + (engine === "postgres" ? processes : 0);
}

/** Processor time of the service for requests of one kind. */
class Cost {
  requests = 0;
  readonly #worked: () => number;
  readonly #idle: number;
  #ms = 0;

  /** `idle` is the part of the time that the service works without requests. */
  constructor(worked: () => number, idle: number) {
    this.#worked = worked;
    this.#idle = idle;
  }

  /** Adds what the service works while `send` sends, which returns how many requests ended. */
  async of(send: () => Promise<number>): Promise<void> {
    const before = { at: performance.now(), worked: this.#worked() };
    this.requests += await send();
    const ms = performance.now() - before.at;
    this.#ms += this.#worked() - before.worked - ms * this.#idle;
  }

  /** Milliseconds of one request. */
  get each(): number {
    return this.#ms / this.requests;
  }
}
