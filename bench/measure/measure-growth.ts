import type { Generator } from "../load/generator.ts";
import type { ServiceProgram } from "../programs/start-service.ts";
import type { BenchEngine, EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { heavyExternalId } from "../world/world.ts";
import { getToken } from "./get-token.ts";
import { readStatementSeconds } from "../programs/statement-seconds.ts";
import { estimate } from "../statistics/estimate.ts";
import type { GrowthPoint, GrowthSeries } from "./growth-series.ts";
import { cancelPattern, listPattern, listPatternOf } from "./requests.ts";
import { callers, targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget } from "./target.ts";
import { measureCost } from "./windows.ts";

const heavyBookings = 10_000;
const pageNumbers = [1, 10, 80, 100];
const windows = 5;
const unlimited = Number.MAX_SAFE_INTEGER;

/**
 * Measures lists and cancels in tables of these sizes and, in the largest, the pages of a contact with 10,000
 * bookings for one caller alone.
 */
export async function measureGrowth(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
  sizes: readonly number[],
): Promise<GrowthSeries[]> {
  const lists: Points = [];
  const tuned: Points = [];
  const cancels: Points = [];
  let heavy: Points = [];
  for (const size of sizes) {
    const costs = await measureSize(stage, engineName, pace, {
      size,
      isLargest: size === sizes.at(-1),
    });
    lists.push({ at: size, ...costs.list });
    tuned.push({ at: size, ...costs.tuned });
    cancels.push({ at: size, ...costs.cancel });
    heavy = costs.pages;
  }
  const of = "bookings" as const;
  return [
    { title: "list", engine: engineName, name: "service", of, points: lists },
    { title: "list", engine: engineName, name: "tuned", of, points: tuned },
    { title: "cancel", engine: engineName, name: "service", of, points: cancels },
    {
      title: "pages of a contact with 10,000 bookings",
      engine: engineName,
      name: "service",
      of: "page",
      points: heavy,
    },
  ];
}

type Points = GrowthPoint[];

async function measureSize(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
  { size, isLargest }: { readonly size: number; readonly isLargest: boolean },
) {
  const engine = await stage.engine(engineName);
  const world = { bookings: size, heavy: heavyBookings };
  const installation = await install(engine, stage.newName("growth"), world, Date.now());
  const { databaseUrl } = installation;
  const service = await stage.service(databaseUrl);
  const reference = await stage.reference("list-tuned", databaseUrl);
  const { generator } = stage;
  const token = await getToken(service.port, installation);
  const pattern = listPattern(world, token);
  const limits = { connections: callers, seconds: pace.seconds, requests: unlimited, rate: null };
  const warm = { windows, warmUps: pace.warmUps };
  const list = await measureCost(
    generator,
    targetOf("service", service, pattern, engine),
    limits,
    warm,
  );
  const tuned = await measureCost(
    generator,
    targetOf("tuned", reference, pattern, engine),
    limits,
    warm,
  );
  const pages = isLargest ? await measurePages(generator, engine, service, token, pace) : [];
  // A small table would run out of bookings, so each window takes a share of those that are left.
  const perWindow = Math.min(pace.cancelsPerRound, Math.floor((size * 0.8) / (2 * windows)));
  const cancelTarget = targetOf("cancels", service, cancelPattern(world, token, size), engine);
  const cancel = await measureCost(
    generator,
    { ...cancelTarget, lateWorkMs: 1_200 },
    { ...limits, seconds: 60, requests: perWindow },
    { windows, warmUps: perWindow * windows },
  );
  await stage.stop([service, reference]);
  await engine.drop(databaseUrl);
  return { list, tuned, cancel, pages };
}

/** Measures pages of the contact with many bookings, for one caller alone. */
async function measurePages(
  generator: Generator,
  engine: BenchEngine,
  service: ServiceProgram,
  token: string,
  pace: Pace,
): Promise<Points> {
  const points: Points = [];
  for (const page of pageNumbers) {
    const target = targetOf(
      `page ${page}`,
      service,
      listPatternOf([heavyExternalId], token, `&page_size=100&page_number=${page}`),
      engine,
    );
    const alone = { connections: 1, seconds: pace.seconds / 2, requests: unlimited, rate: null };
    const cost = await measureCost(generator, target, alone, { windows, warmUps: pageWarmUps });
    const inDatabase: number[] = [];
    for (let window = 0; window < windows; window += 1) {
      const before = await readStatementSeconds(service);
      const { requests } = await loadTarget(generator, target, { ...alone, requests: timedPages });
      inDatabase.push(((await readStatementSeconds(service)) - before) / (requests / 1000));
    }
    points.push({ at: page, ...cost, databaseMs: estimate(inDatabase) });
  }
  return points;
}

const pageWarmUps = 200;
/** Requests of one page that are timed in the database at a time. */
const timedPages = 100;
