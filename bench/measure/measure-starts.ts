import { estimate, type Estimate } from "../statistics/estimate.ts";
import type { EngineName } from "../world/engines.ts";
import type { Program } from "../programs/start-program.ts";
import { install } from "../world/installation.ts";
import type { Pace, Stage } from "./stage.ts";

/** Milliseconds from the start of a process until it accepts requests. */
export interface Starts {
  readonly engine: EngineName;
  /** The service from its sources. */
  readonly sources: Estimate;
  /** The service as the released package contains it, in one bundle. */
  readonly bundle: Estimate;
  /** A server that only says hello, which shows the runtime's own part. */
  readonly hello: Estimate;
}

/** Measures starts of `booking serve` on an existing database, from sources and bundle, in turn with a bare server's. */
export async function measureStarts(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Starts> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const { databaseUrl } = await install(engine, stage.newName("starts"), world, Date.now());
  const sources: number[] = [];
  const bundle: number[] = [];
  const hello: number[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    sources.push(await startedAfterMs(stage, stage.service(databaseUrl)));
    bundle.push(await startedAfterMs(stage, stage.bundledService(databaseUrl)));
    hello.push(await startedAfterMs(stage, stage.reference("hello", databaseUrl)));
  }
  await engine.drop(databaseUrl);
  return {
    engine: engineName,
    sources: estimate(sources),
    bundle: estimate(bundle),
    hello: estimate(hello),
  };
}

async function startedAfterMs(stage: Stage, starting: Promise<Program>): Promise<number> {
  const program = await starting;
  await stage.stop([program]);
  return program.readyAfterMs;
}
