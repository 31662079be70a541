import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { compare, type Comparison } from "./compare.ts";
import { getToken } from "./get-token.ts";
import { listPattern } from "./requests.ts";
import { inTurn, targetOf, type Pace, type Stage } from "./stage.ts";

/** Compares lists of a service with two processes and of one with a single process. */
export async function compareProcesses(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Comparison> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const installation = await install(engine, stage.newName("processes"), world, Date.now());
  const one = await stage.service(installation.databaseUrl, 1);
  const two = await stage.service(installation.databaseUrl, 2);
  const pattern = listPattern(world, await getToken(one.port, installation));
  const comparison = await compare(stage.generator, {
    title: "processes",
    engine: engineName,
    of: "2 processes",
    targets: [
      targetOf("2 processes", two, pattern, engine),
      targetOf("1 process", one, pattern, engine),
    ],
    ...inTurn(pace),
  });
  await stage.stop([one, two]);
  await engine.drop(installation.databaseUrl);
  return comparison;
}
