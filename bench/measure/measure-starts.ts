import { estimate, type Estimate } from "../statistics/estimate.ts";
import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import type { Pace, Stage } from "./stage.ts";

/** Milliseconds from the start of a process until it accepts requests. */
export interface Starts {
  readonly engine: EngineName;
  readonly service: Estimate;
  /** A server that only says hello, which shows the runtime's own part. */
  readonly hello: Estimate;
}

/** Measures starts of `booking serve` on an existing database, in turn with a bare server's. */
export async function measureStarts(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Starts> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const { databaseUrl } = await install(engine, stage.newName("starts"), world, Date.now());
  const service: number[] = [];
  const hello: number[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    const started = await stage.service(databaseUrl);
    service.push(started.readyAfterMs);
    await stage.stop([started]);
    const bare = await stage.reference("hello", databaseUrl);
    hello.push(bare.readyAfterMs);
    await stage.stop([bare]);
  }
  await engine.drop(databaseUrl);
  return { engine: engineName, service: estimate(service), hello: estimate(hello) };
}
