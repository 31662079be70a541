import { setTimeout as sleep } from "node:timers/promises";
import { mapTraffic, type CountingProxy, type Traffic } from "../load/counting-proxy.ts";
import type { RequestPattern } from "../load/load-order.ts";
import { openSender } from "../load/sender.ts";
import type { Program } from "../programs/start-program.ts";
import { quantile } from "../statistics/quantile.ts";
import { countInside } from "./ask-inside.ts";
import { traceCalls } from "./traced-calls.ts";
import type { WriteWatch, Written } from "./written.ts";

/** How many requests are counted for what. */
export interface Effort {
  readonly warmUps: number;
  /** Requests in which bytes are counted, and as many for everything else: counting one changes the other. */
  readonly counted: number;
  /** Whether system calls are counted. */
  readonly traced: boolean;
}

export const requestsOf = ({ warmUps, counted, traced }: Effort) =>
  warmUps + counted * (traced ? 3 : 2);

/**
 * The costs of one request: the lower quartile of all, which has nothing that the service does by itself now and
 * then. Bytes leave out requests with a collection of garbage. Rows, index entries and bytes of logs are the mean, since some are written later than their answer.
 */
export interface Costs {
  readonly promises: number;
  readonly timers: number;
  readonly allocatedBytes: number;
  /** Null where they were not counted. */
  readonly systemCalls: number | null;
  readonly logBytes: number;
  /** Null where the engine is inside the process. */
  readonly traffic: Traffic | null;
  readonly written: Written;
}

export interface CountedServer {
  readonly program: Program;
  /** The port that is asked; another one than the program's for its operator's listener. */
  readonly port: number;
  readonly pattern: RequestPattern;
  readonly proxy: CountingProxy | null;
  /** Watches the database from now on. */
  watch(): Promise<WriteWatch>;
  readonly folder: string;
}

/** The service writes the records of its requests within this time after its answers. */
const lateWorkMs = 1_300;

/** Sends one request after the other on one connection, and counts what each costs. */
export async function countRequests(server: CountedServer, effort: Effort): Promise<Costs> {
  const { program, proxy } = server;
  let next = 0;
  let fail: (error: Error) => void = () => {};
  const broken = new Promise<never>((_, reject) => (fail = reject));
  broken.catch(() => {});
  const sender = await openSender(server.port, fail);
  const send = async () => {
    const { text, values } = server.pattern;
    const value = values[next % values.length] ?? "";
    next += 1;
    const answer = await Promise.race([
      new Promise<{ status: number }>((resolve) => sender.send(text.replace("{}", value), resolve)),
      broken,
    ]);
    if (answer.status !== 200) throw new Error(`A request was answered ${answer.status}.`);
  };
  const sendMany = async (count: number, after: () => void = () => {}) => {
    for (let sent = 0; sent < count; sent += 1) {
      await send();
      after();
    }
  };
  try {
    await sendMany(effort.warmUps);
    const { bytes } = await countInside(program, "bytes", () => sendMany(effort.counted));
    await sleep(lateWorkMs);
    const watch = await server.watch();
    const logBefore = program.outputBytes();
    const traffic: Traffic[] = [];
    let before = proxy?.traffic;
    const inside = await countInside(program, "objects", () =>
      sendMany(effort.counted, () => {
        watch.look();
        const now = proxy?.traffic;
        if (now === undefined || before === undefined) return;
        const earlier = before;
        traffic.push(mapTraffic(now, (figure, of) => figure - earlier[of]));
        before = now;
      }),
    );
    await sleep(lateWorkMs);
    watch.look();
    const logBytes = (program.outputBytes() - logBefore) / effort.counted;
    const written = await watch.end();
    const systemCalls = effort.traced
      ? await traceCalls(program.pid, server.folder, () => sendMany(effort.counted))
      : null;
    const [first] = traffic;
    return {
      promises: usual(inside.promises),
      timers: usual(inside.timers),
      // A thread with a small heap collects garbage in a fifth of its requests.
      allocatedBytes: usual(bytes.filter((each) => each > 0)),
      systemCalls: systemCalls === null ? null : systemCalls / effort.counted,
      logBytes,
      traffic:
        first === undefined
          ? null
          : mapTraffic(first, (_, of) => usual(traffic.map((each) => each[of]))),
      written: perRequest(written, effort.counted),
    };
  } finally {
    sender.close();
  }
}

/** Tables, and their indexes, that the service writes now and then, whatever it is asked. */
const byItself = /^(clock_mark|directory|rate_count)/;

function perRequest({ rows, indexEntries, logBytes }: Written, requests: number): Written {
  const divided = (counts: Written["rows"]) =>
    Object.fromEntries(
      Object.entries(counts)
        .filter(([name]) => !byItself.test(name))
        .map(([name, count]) => [name, count / requests]),
    );
  return {
    rows: divided(rows),
    indexEntries: divided(indexEntries),
    logBytes: logBytes / requests,
  };
}

function usual(values: readonly number[]): number {
  return quantile(values, 0.25);
}
