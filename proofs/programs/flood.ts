import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { openSender, type Sender } from "../../bench/load/sender.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { ListLoad, longest, percent, rate, type Window } from "../parts/list-load.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * People without a key send the largest sign-in bodies that are accepted, one after the other, with the limit
 * by address off, as if each came from another one. Callers ask lists all the time; every second window has
 * the flood beside them. Where the flood and the callers have to share processors with the service, the rate
 * says nothing, and what a request of the flood costs the service is judged instead.
 */
export const flood: Proof = {
  promises: ["P17"],
  what: "a flood of sign-ins without a key beside callers at full load",
  goal: "at least 90 % of the callers' rate, judged where there are four processors",
  unit: "pairs of windows",
  engines: ["sqlite", "postgres"],
  usual: 6,
  full: 30,
  shows: ["lists a second", "flood a second"],
  prove,
};

const contacts = 1_000;
const floodersAtOnce = 2;
const windowMs = 2_000;
/** The number of processors from which callers and flooders each have their own. */
const processorsToSpare = 4;

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const lines = Array.from({ length: contacts }, (_, index) => booking(`c-${index}`));
  await using prepared = await startTestService([acmeWith(lines)]);
  const token = await prepared.token();
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "0",
  });
  const worked = () => workedMs(server.child.pid ?? 0);
  await using load = await ListLoad.open(server.api, token, contacts);
  const flooders = await Flooders.open(server.operator);
  await load.during(windowMs);
  await flooders.during(windowMs);
  const calm: Window[] = [];
  const busy: Window[] = [];
  const costs = { list: [0, 0], flood: [0, 0] } as { list: Cost; flood: Cost };
  for (let pair = 0; pair < count && timeLeft(); pair += 1) {
    let before = worked();
    calm.push(await load.during(windowMs));
    costs.list = [costs.list[0] + worked() - before, costs.list[1] + calm.at(-1)!.answers];
    before = worked();
    const alone = await flooders.during(windowMs);
    costs.flood = [costs.flood[0] + worked() - before, costs.flood[1] + alone];
    const [beside] = await Promise.all([load.during(windowMs), flooders.during(windowMs)]);
    busy.push(beside);
    tell(pair + 1);
  }
  flooders.close();
  const kept = rate(busy) / rate(calm);
  const [list, one] = [costs.list[0] / costs.list[1], costs.flood[0] / costs.flood[1]];
  const isRoomy = availableParallelism() >= processorsToSpare;
  return {
    figures: {
      "lists a second": rate(calm),
      "flood a second": Math.round(costs.flood[1] / ((count * windowMs) / 1000)),
      "rate kept": `${percent(kept)}${isRoomy ? "" : " (too few processors to judge)"}`,
      "longest silence in ms, calm and flooded": `${longest(calm)} and ${longest(busy)}`,
      "processor time of a list in µs": Math.round(list * 1000),
      "processor time of a flood's request in µs": Math.round(one * 1000),
    },
    breaches: [
      ...(isRoomy && kept < 0.9 ? [`callers kept ${percent(kept)} of their rate`] : []),
      ...flooders.wrong,
    ],
  };
}

type Cost = readonly [ms: number, requests: number];

/** Processor time of a process with all its threads, in milliseconds. Linux counts it in hundredths of a second. */
function workedMs(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** As many keys as a body of 4 KB holds. */
function largestBody(): string {
  const fields = Array.from({ length: 380 }, (_, index) => `"k${index}":0`);
  return `{${fields.join(",")}}`;
}

class Flooders {
  readonly wrong: string[] = [];
  readonly #senders: Sender[] = [];
  readonly #request: string;

  private constructor(host: string) {
    const body = largestBody();
    this.#request =
      `POST /operator/v1/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  }

  static async open(operator: string): Promise<Flooders> {
    const { host, port } = new URL(operator);
    const flooders = new Flooders(host);
    for (let each = 0; each < floodersAtOnce; each += 1) {
      flooders.#senders.push(
        await openSender(Number(port), (error) =>
          flooders.wrong.push(`a flooder: ${error.message}`),
        ),
      );
    }
    return flooders;
  }

  /** Returns how many requests were answered. */
  async during(ms: number): Promise<number> {
    let answered = 0;
    const state = { isOver: false };
    const lanes = this.#senders.map(async (sender) => {
      while (!state.isOver && this.wrong.length === 0) {
        const status = await new Promise<number>((resolve) => {
          sender.send(this.#request, (answer) => resolve(answer.status));
        });
        answered += 1;
        if (status !== 400) this.wrong.push(`a sign-in of the flood was answered ${status}`);
      }
    });
    await sleep(ms);
    state.isOver = true;
    await Promise.all(lanes);
    return answered;
  }

  close(): void {
    for (const sender of this.#senders) sender.close();
  }
}
