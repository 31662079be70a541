import type { LoadResult } from "../load/load-order.ts";
import { readMemory } from "../programs/process-cost.ts";
import type { ServiceProgram } from "../programs/start-service.ts";
import { estimate, estimateRatio } from "../statistics/estimate.ts";
import { median } from "../statistics/quantile.ts";
import type { EngineName } from "../world/engines.ts";
import { installMany, type OneOfMany } from "../world/many-accounts.ts";
import { mix } from "../world/mix.ts";
import { contactsOf, externalIdOf, type World } from "../world/world.ts";
import { askOnce } from "./ask-once.ts";
import type { GrowthSeries } from "./growth-series.ts";
import { listOnHostPattern, listOnHostValue, tokenOnHostPattern } from "./requests.ts";
import { callers, targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget, type Target } from "./target.ts";

const rounds = 8;
/** Contacts in the questions, of all accounts together. */
const askedContacts = 20_000;
/**
 * Each contact is listed this often before the measurement: the compiler needs more requests than the caches
 * do.
 */
const warmUps = 2;
const unlimited = { connections: callers, seconds: 600, requests: 0, rate: null };

interface Loaded {
  readonly count: number;
  readonly databaseUrl: string;
  readonly service: ServiceProgram;
  readonly target: Target;
  readonly coldCpu: number;
  readonly results: LoadResult[];
}

/**
 * Measures lists over a growing number of accounts that share the same number of bookings. Every service
 * answers all questions once before, so the figure is the cost of a repeated request; the cost of first
 * requests stands beside it. The services are loaded in turn, and compared within each round.
 */
export async function measureAccounts(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
  accountCounts: readonly number[],
): Promise<GrowthSeries> {
  const engine = await stage.engine(engineName);
  const all: Loaded[] = [];
  for (const count of accountCounts) {
    const world = { bookings: Math.ceil(pace.bookings / count), heavy: 0 };
    const { databaseUrl, accounts } = await installMany(engine, stage.newName("accounts"), {
      count,
      world,
      now: Date.now(),
    });
    const service = await stage.service(databaseUrl);
    const pattern = listOnHostPattern(await questions(service, accounts, world));
    const target = targetOf(`${count} accounts`, service, pattern, engine);
    const first = await load(stage, target, askedContacts);
    for (let time = 1; time < warmUps; time += 1) await load(stage, target, askedContacts);
    all.push({ count, databaseUrl, service, target, coldCpu: first.watchedCpu, results: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      const limits = { ...unlimited, seconds: pace.seconds, requests: Number.MAX_SAFE_INTEGER };
      one.results.push(await loadTarget(stage.generator, one.target, limits));
    }
  }
  const cpuOf = (one?: Loaded) => one?.results.map((each) => each.watchedCpu) ?? [];
  const points = all.map((one) => ({
    at: one.count,
    cpu: estimate(cpuOf(one)),
    toFirst: estimateRatio(cpuOf(one), cpuOf(all[0])),
    coldCpu: one.coldCpu,
    memoryBytes: readMemory([one.service.pid]),
    p50: median(one.results.map(({ latencies }) => latencies[500] ?? Number.NaN)),
    p99: median(one.results.map(({ latencies }) => latencies[990] ?? Number.NaN)),
  }));
  for (const { service, databaseUrl } of all) {
    await stage.stop([service]);
    await engine.drop(databaseUrl);
  }
  return { title: "list", engine: engineName, name: "service", of: "accounts", points };
}

const load = (stage: Stage, target: Target, requests: number) =>
  loadTarget(stage.generator, target, { ...unlimited, requests });

/** Lists of contacts of any account, in random order. */
async function questions(
  service: ServiceProgram,
  accounts: readonly OneOfMany[],
  world: World,
): Promise<string[]> {
  const callersOf: { readonly apiHost: string; readonly token: string }[] = [];
  for (const account of accounts) {
    const { body } = await askOnce(service.port, tokenOnHostPattern(account), "");
    const token = (body as { access_token: string }).access_token;
    callersOf.push({ apiHost: account.apiHost, token });
  }
  return Array.from({ length: askedContacts }, (_, index) => {
    const caller = callersOf[mix(index, 1) % callersOf.length];
    if (caller === undefined) throw new Error("There is no account.");
    return listOnHostValue(externalIdOf(mix(index, 2) % contactsOf(world)), caller);
  });
}
