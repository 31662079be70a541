import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkKind } from "../options.ts";
import { readMainThread } from "../programs/process-cost.ts";
import { writeDataFile } from "../world/data-file.ts";
import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { estimateRatio, type Estimate } from "../statistics/estimate.ts";
import { getToken } from "./get-token.ts";
import { findCapacity, type LatencyPoint } from "./measure-latency.ts";
import { employOperators, type OperatorsWork } from "./operators-work.ts";
import { listPattern } from "./requests.ts";
import { targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget } from "./target.ts";

const part = 0.5;
const connections = 200;
const pairs = 5;
/** In so much time a verification, an import and an export of the account end on a quiet machine. */
const secondsPerWindow = 10;
const settleSeconds = 1;
/** Admission control refuses requests that the database keeps waiting. A refusal takes a second and counts. */
const refusal = 503;

/** The latencies of one window. */
export interface OperatorsWindow extends LatencyPoint {
  /** Milliseconds that requests waited in the load's own process before they were sent. */
  readonly lateness: readonly number[];
  /** The requests that were refused. */
  readonly refused: number;
  /** Seconds in which the callers' thread ran, and in which it waited for a processor. */
  readonly ran: number;
  readonly waited: number;
  /** What operators finished meanwhile; null where callers were alone. */
  readonly work: OperatorsWork | null;
}

export interface BesideOperators {
  readonly engine: EngineName;
  readonly capacity: number;
  readonly windows: readonly OperatorsWindow[];
  /** The p99 beside operators' work to that of the window before it, where callers were alone. */
  readonly p99: Estimate;
}

export interface OperatorsRun {
  readonly pace: Pace;
  readonly work: readonly WorkKind[];
  readonly reminders: number;
  readonly tell: (next: string) => void;
}

/**
 * Measures latencies of lists at half of the capacity, in turn alone and while operators work: three desks
 * poll, and a verification, an import and an export of the account repeat. Or so many reminders are due at one moment,
 * with which the window begins.
 */
export async function measureBesideOperators(
  stage: Stage,
  engineName: EngineName,
  { pace, work, reminders, tell }: OperatorsRun,
): Promise<BesideOperators> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const installation = await install(engine, stage.newName("operators"), world, Date.now());
  const { databaseUrl } = installation;
  const file = join(stage.folder, `${stage.newName("data")}.ndjson`);
  writeDataFile(file, world);
  const program = await stage.service(databaseUrl);
  const pattern = listPattern(world, await getToken(program.port, installation));
  const service = targetOf("service", program, pattern, engine);
  const capacity = await findCapacity(stage, service, pace);
  const perSecond = Math.round(capacity * part);
  const operators = await employOperators({
    databaseUrl,
    operatorPort: program.operatorPort,
    file,
    output: join(stage.folder, stage.newName("output")),
    work,
    reminders,
  });
  const look = async (name: string): Promise<OperatorsWindow> => {
    const before = readMainThread(program.pid);
    const limits = {
      connections,
      seconds: secondsPerWindow,
      requests: Number.MAX_SAFE_INTEGER,
      rate: perSecond,
      settleSeconds,
    };
    const { statuses, latencies, serviceTimes, lateness } = await loadTarget(
      stage.generator,
      service,
      limits,
      refusal,
    );
    const after = readMainThread(program.pid);
    const [ran, waited] = [after.ran - before.ran, after.waited - before.waited];
    const refused = statuses[refusal] ?? 0;
    const timings = { latencies, serviceTimes, lateness };
    return { name, part, perSecond, ...timings, refused, ran, waited, work: null };
  };
  const windows: OperatorsWindow[] = [];
  for (let pair = 1; pair <= pairs; pair += 1) {
    const aloneMs = (secondsPerWindow + settleSeconds + 1) * 1_000;
    const moment = await operators.prepare(aloneMs);
    await sleep(Math.max(0, moment - aloneMs - Date.now()));
    tell(`operators, ${engineName}: pair ${pair} of ${pairs}, alone`);
    windows.push(await look("alone"));
    await sleep(Math.max(0, moment - Date.now()));
    tell(`operators, ${engineName}: pair ${pair} of ${pairs}, beside ${work.join(", ")}`);
    const working = operators.begin();
    const beside = await look("beside");
    windows.push({ ...beside, work: await working.end() });
  }
  await stage.stop([program]);
  await engine.drop(databaseUrl);
  const p99Of = (isBeside: boolean) =>
    windows
      .filter((window) => (window.work !== null) === isBeside)
      .map(({ latencies }) => latencies[990] ?? Number.NaN);
  return { engine: engineName, capacity, windows, p99: estimateRatio(p99Of(true), p99Of(false)) };
}
