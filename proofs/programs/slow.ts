import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startServerProcess } from "../../test/harness/process.ts";
import {
  acmeWith,
  booking,
  fetchPath,
  productionHost,
  tokenPath,
} from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { askOnce } from "../parts/ask-once.ts";
import { Stalls } from "../parts/stalls.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Connections that send nothing, half a request, or a byte a second, beside an honest caller. The stalls of the
 * service's event loop are judged, in processor time, so that other programs do not count. The honest
 * caller's own times are shown and not judged: the process that opens the slow connections measures them.
 */
export const slow: Proof = {
  promises: ["P19"],
  what: "slow connections are ended, and an honest caller does not notice them",
  goal: "10,000 slow connections all ended in 12 s, no stall of the event loop over 50 ms more than before them, honest p99 within 50 ms",
  unit: "slow connections",
  engines: ["sqlite"],
  usual: 1_000,
  full: 10_000,
  shows: ["slow connections", "honest requests"],
  prove,
};

const goalSeconds = 12;
const p99Ms = 50;
const stallMoreMs = 50;
const calmMs = 2_000;
/** A connection that is open after this time would never be closed. */
const patienceMs = 30_000;
const head = `POST ${tokenPath} HTTP/1.1\r\nHost: ${productionHost}\r\nContent-Type: application/json\r\n`;
const kinds = [
  { first: "", drip: "" },
  { first: head.slice(0, -10), drip: "" },
  { first: `${head}Content-Length: 100\r\n\r\n{"client_id":`, drip: "" },
  { first: `${head}Transfer-Encoding: chunked\r\n\r\n20\r\n{`, drip: "" },
  { first: "", drip: head },
  { first: `${head}Content-Length: 100\r\n\r\n`, drip: '{"client_id":"slow","client_secret":"s"}' },
] as const;

async function prove({ count, tell }: ProofOrder): Promise<Proven> {
  await using prepared = await startTestService([acmeWith([booking("honest")])]);
  const token = await prepared.token();
  using folder = temporaryFolder();
  const stalls = new Stalls(folder.path);
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    ...stalls.environment,
  });
  const honest = new HonestCaller(server.api, token);
  const stallsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const from = Date.now();
    await honest.during(work);
    return Math.round(stalls.longest([server.child.pid ?? 0], from, Date.now()));
  };
  await honest.during(() => sleep(calmMs));
  const calmStallMs = await stallsOf(() => sleep(calmMs));
  honest.forget();
  const { port } = new URL(server.api);
  const lives: number[] = [];
  const open = new Set<Socket>();
  const stallMs = await stallsOf(async () => {
    const ended: Promise<void>[] = [];
    for (let number = 0; number < count; number += 1) {
      ended.push(openSlow(Number(port), number, open, lives));
      if (number % 100 === 99) await sleep(5);
    }
    tell(0, `${count} opened`);
    await Promise.race([Promise.all(ended), sleep(patienceMs, undefined, { ref: false })]);
  });
  const left = open.size;
  for (const socket of open) socket.destroy();
  const longest = Math.max(0, ...lives) / 1000;
  return {
    figures: {
      "slow connections": count,
      "ended after s at most": Number(longest.toFixed(1)),
      "still alive": left,
      "honest requests": honest.times.length,
      "honest p99 in ms": honest.p99,
      "within the goal": longest <= goalSeconds && honest.p99 <= p99Ms ? "yes" : "no",
      "longest stall of the event loop in ms, before and beside": `${calmStallMs} and ${stallMs}`,
    },
    breaches: [
      ...(left > 0 ? [`${left} are alive after ${patienceMs / 1000} s`] : []),
      ...(stallMs > calmStallMs + stallMoreMs ? [`the event loop stalled for ${stallMs} ms`] : []),
      ...honest.refused.map((status) => `an honest caller was answered ${status}`),
    ],
  };
}

/** A caller that opens a connection for each list. */
class HonestCaller {
  times: number[] = [];
  readonly refused: number[] = [];
  readonly #api: string;
  readonly #token: string;

  constructor(api: string, token: string) {
    this.#api = api;
    this.#token = token;
  }

  /** Calls until the work has ended. */
  async during(work: () => Promise<unknown>): Promise<void> {
    const state = { isOver: false };
    const working = work().finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      const { status, ms } = await askOnce(false, {
        api: this.#api,
        path: `${fetchPath}?external_id=honest`,
        headers: { host: productionHost, authorization: `Bearer ${this.#token}` },
      });
      this.times.push(ms);
      if (status !== 200) this.refused.push(status);
      await sleep(20);
    }
    await working;
  }

  forget(): void {
    this.times = [];
  }

  get p99(): number {
    const sorted = this.times.toSorted((one, other) => one - other);
    return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
  }
}

function openSlow(port: number, number: number, open: Set<Socket>, lives: number[]): Promise<void> {
  const { first, drip } = kinds[number % kinds.length]!;
  const socket = connect(port, "127.0.0.1");
  open.add(socket);
  const started = performance.now();
  let at = 0;
  const timer = setInterval(() => {
    if (drip !== "") socket.write(drip.charAt(at % drip.length));
    at += 1;
  }, 1_000);
  socket.on("connect", () => first !== "" && socket.write(first));
  socket.on("error", () => {});
  // The socket's last answer is read, because otherwise its end would not be reported.
  socket.resume();
  return new Promise((resolve) => {
    socket.on("close", () => {
      clearInterval(timer);
      open.delete(socket);
      lives.push(performance.now() - started);
      resolve();
    });
  });
}
