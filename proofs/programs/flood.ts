import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { ListLoad, longest, percent, rate, type Window } from "../parts/list-load.ts";
import { floodKinds, SignInFlood, type FloodKind } from "../parts/sign-in-flood.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Two people without a key send sign-ins one after the other: bodies of the largest size that is accepted, and
 * bodies of 1 MB. The limit by address is off, as if each came from another one. Callers ask lists all the
 * time; every second window has the flood beside them. The processor time that a refused sign-in costs the
 * service is judged in lists of a caller, on every machine. Where the flood and the callers have processors of
 * their own, the callers' rate is judged too.
 */
export const flood: Proof = {
  promises: ["P17"],
  what: "a flood of sign-ins without a key beside callers at full load",
  goal: "a refused sign-in costs no more than 14 lists, one of 1 MB 60; callers keep 90 % of their rate, judged where there are four processors",
  unit: "pairs of windows",
  engines: ["sqlite", "postgres"],
  usual: 6,
  full: 30,
  shows: ["lists a second", "refused sign-ins"],
  prove,
};

const contacts = 1_000;
const windowMs = 2_000;
/** The number of processors from which callers and flooders each have their own. */
const processorsToSpare = 4;
/** Sign-ins of each kind until the service's code is compiled, and in each pair: a busy machine takes longer. */
const signInsToWarmUp = 300;
const signInsToJudge = 100;
/**
 * The lists that a refused sign-in may cost: two to three times what was measured on a busy machine. To parse
 * 90,000 fields takes as long as a thousand lists.
 */
const listsForSignIn = { "4 KB": 14, "1 MB": 60 } as const;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const lines = Array.from({ length: contacts }, (_, index) => booking(`c-${index}`));
  await using prepared = await startTestService([acmeWith(lines)]);
  const token = await prepared.token();
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "0",
  });
  const worked = () => workedMs(server.child.pid ?? 0);
  await using load = new ListLoad(server.api, token, contacts);
  const flooders = new SignInFlood(server.operator);
  await load.during(windowMs);
  const sendAtLeast = async (kind: FloodKind, least: number): Promise<number> => {
    let refused = 0;
    while (refused < least && timeLeft()) {
      refused += await flooders.during(windowMs / floodKinds.length, [kind]);
    }
    return refused;
  };
  for (const kind of floodKinds) await sendAtLeast(kind, signInsToWarmUp);
  const idleFrom = { at: performance.now(), worked: worked() };
  await sleep(windowMs);
  const idle = (worked() - idleFrom.worked) / (performance.now() - idleFrom.at);
  const calm: Window[] = [];
  const busy: Window[] = [];
  const costs = {
    list: new Cost(worked, idle),
    "4 KB": new Cost(worked, idle),
    "1 MB": new Cost(worked, idle),
  };
  for (let pair = 0; pair < count && timeLeft(); pair += 1) {
    await costs.list.of(async () => {
      calm.push(await load.during(windowMs));
      return calm.at(-1)!.answers;
    });
    for (const kind of floodKinds) {
      await costs[kind].of(() => sendAtLeast(kind, signInsToJudge));
    }
    const [beside] = await Promise.all([load.during(windowMs), flooders.during(windowMs)]);
    busy.push(beside);
    tell(pair + 1);
  }
  const kept = rate(busy) / rate(calm);
  const isRoomy = availableParallelism() >= processorsToSpare;
  const inLists = (kind: FloodKind) => costs[kind].each / costs.list.each;
  return {
    figures: {
      "lists a second": rate(calm),
      "refused sign-ins": costs["4 KB"].requests + costs["1 MB"].requests,
      "rate kept": `${percent(kept)}${isRoomy ? "" : " (too few processors to judge)"}`,
      "longest silence in ms, calm and flooded": `${longest(calm)} and ${longest(busy)}`,
      "processor time of a list in µs": Math.round(costs.list.each * 1000),
      ...Object.fromEntries(
        floodKinds.map((kind) => [
          `processor time of a sign-in of ${kind}`,
          `${Math.round(costs[kind].each * 1000)} µs, ${inLists(kind).toFixed(1)} lists`,
        ]),
      ),
    },
    breaches: [
      ...(isRoomy && kept < 0.9 ? [`callers kept ${percent(kept)} of their rate`] : []),
      ...floodKinds
        .filter((kind) => inLists(kind) > listsForSignIn[kind])
        .map((kind) => `a sign-in of ${kind} costs as much as ${inLists(kind).toFixed(1)} lists`),
      ...flooders.wrong,
    ],
  };
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

/** Processor time of a process with all its threads, in milliseconds. Linux counts it in hundredths of a second. */
function workedMs(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
