import { mapTraffic, startCountingProxy, type Traffic } from "../load/counting-proxy.ts";
import type { RequestPattern } from "../load/load-order.ts";
import type { Program } from "../programs/start-program.ts";
import { cpuBetween, readCpu } from "../programs/process-cost.ts";
import { estimate, type Estimate } from "../statistics/estimate.ts";
import type { BenchEngine, EngineName } from "../world/engines.ts";
import { install, type Installation } from "../world/installation.ts";
import { getToken } from "./get-token.ts";
import { cancelPattern, listPattern, tokenPattern } from "./requests.ts";
import { callers, targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget, type Target } from "./target.ts";

/** The cost of one request on each machine. */
export interface RequestUse {
  readonly title: "list" | "cancel" | "token";
  /** CPU microseconds of the service's process. */
  readonly serviceCpu: Estimate;
  /** CPU microseconds of the database server; null where the engine is inside the process. */
  readonly databaseCpu: Estimate | null;
  readonly answerBytes: number;
  /** Bytes of the database server's write-ahead log; null where the engine is inside the process. */
  readonly logBytes: number | null;
  /** Between service and database server, for one caller alone; null as above. */
  readonly alone: Traffic | null;
  /** The same for many callers, whose statements share messages. */
  readonly together: Traffic | null;
}

/** The figures that an operator needs to size machines. */
export interface Sizing {
  readonly engine: EngineName;
  /** Bytes on the disk for each booking with its ticket and history, indexes included. */
  readonly bytesPerBooking: number;
  readonly requests: readonly RequestUse[];
}

/** Cancels are recorded within this time after their answers. */
const lateWorkMs = 1_200;
/** Requests of a window in which traffic is counted. */
const countedRequests = 1_000;

export async function measureSizing(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Sizing> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const installation = await install(engine, stage.newName("sizing"), world, Date.now());
  const { databaseUrl } = installation;
  const bytes = await onlyNumber(engine, databaseUrl, sizeOf[engineName]);
  const service = await stage.service(databaseUrl);
  const targets = targetsOf(
    service,
    installation,
    await getToken(service.port, installation),
    pace,
  );
  const uses = [];
  for (const target of targets) {
    uses.push(await measureUse(stage, engine, installation, target, pace));
  }
  await stage.stop([service]);
  const traffic = engineName === "sqlite" ? null : await countTraffic(stage, installation, targets);
  await engine.drop(databaseUrl);
  return {
    engine: engineName,
    bytesPerBooking: bytes / pace.bookings,
    requests: uses.map((use, at) => ({
      ...use,
      alone: traffic?.[at]?.alone ?? null,
      together: traffic?.[at]?.together ?? null,
    })),
  };
}

interface SizedTarget extends Target {
  readonly title: RequestUse["title"];
}

function targetsOf(
  service: Program,
  installation: Installation,
  token: string,
  pace: Pace,
): SizedTarget[] {
  const { world } = installation;
  const cancels = pace.cancelsPerRound * (pace.rounds + 1) + 3 * countedRequests;
  const patterns: readonly (readonly [RequestUse["title"], RequestPattern])[] = [
    ["list", listPattern(world, token)],
    ["cancel", cancelPattern(world, token, cancels)],
    ["token", tokenPattern(installation)],
  ];
  return patterns.map(([title, pattern]) => ({
    ...targetOf(title, service, pattern, null),
    title,
    lateWorkMs: title === "cancel" ? lateWorkMs : 0,
  }));
}

async function measureUse(
  { generator }: Stage,
  engine: BenchEngine,
  { databaseUrl }: Installation,
  target: SizedTarget,
  pace: Pace,
): Promise<Omit<RequestUse, "alone" | "together">> {
  const isCancel = target.title === "cancel";
  const limits = {
    connections: callers,
    seconds: isCancel ? 60 : pace.seconds,
    requests: isCancel ? pace.cancelsPerRound : Number.MAX_SAFE_INTEGER,
    rate: null,
  };
  await loadTarget(generator, target, {
    ...limits,
    seconds: isCancel ? 60 : pace.warmUpSeconds,
  });
  const logAt = () =>
    engine.servers.length === 0 ? Promise.resolve(0) : onlyNumber(engine, databaseUrl, logPosition);
  const logBefore = await logAt();
  const windows = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    const before = [readCpu([target.program.pid]), readCpu(engine.servers)] as const;
    const { requests, bytes } = await loadTarget(generator, target, limits);
    const after = [readCpu([target.program.pid]), readCpu(engine.servers)] as const;
    windows.push({
      requests,
      bytes,
      service: cpuBetween(before[0], after[0]) / requests,
      database: cpuBetween(before[1], after[1]) / requests,
    });
  }
  const requests = windows.reduce((sum, window) => sum + window.requests, 0);
  const isApart = engine.servers.length > 0;
  return {
    title: target.title,
    serviceCpu: estimate(windows.map(({ service }) => service)),
    databaseCpu: isApart ? estimate(windows.map(({ database }) => database)) : null,
    answerBytes: windows[0]?.bytes ?? 0,
    logBytes: isApart ? ((await logAt()) - logBefore) / requests : null,
  };
}

/** Counts with a proxy between service and database, in a run of its own: a proxy costs CPU time. */
async function countTraffic(
  stage: Stage,
  { databaseUrl }: Installation,
  targets: readonly SizedTarget[],
): Promise<{ readonly alone: Traffic; readonly together: Traffic }[]> {
  const url = new URL(databaseUrl);
  await using proxy = await startCountingProxy(Number(url.port));
  url.port = String(proxy.port);
  const service = await stage.service(url.toString());
  const counted = [];
  for (const target of targets) {
    const count = async (connections: number): Promise<Traffic> => {
      const limits = { connections, seconds: 60, rate: null };
      const here = { ...target, program: service, watched: [service.pid] };
      await loadTarget(stage.generator, here, { ...limits, requests: 10 });
      const before = proxy.traffic;
      await loadTarget(stage.generator, here, { ...limits, requests: countedRequests });
      const { traffic } = proxy;
      return mapTraffic(traffic, (total, of) => (total - before[of]) / countedRequests);
    };
    counted.push({ alone: await count(1), together: await count(callers) });
  }
  await stage.stop([service]);
  return counted;
}

const logPosition = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`;

const sizeOf: Record<EngineName, string> = {
  sqlite: `
    select page_count * page_size as bytes
    from pragma_page_count(), pragma_page_size()`,
  postgres: `
    select sum(pg_total_relation_size(oid))::float8 as bytes
    from pg_class
    where relkind = 'r'
    and relnamespace = 'public'::regnamespace`,
};

async function onlyNumber(
  engine: BenchEngine,
  databaseUrl: string,
  statement: string,
): Promise<number> {
  const [row] = await engine.ask(databaseUrl, statement);
  return Number(row?.["bytes"]);
}
