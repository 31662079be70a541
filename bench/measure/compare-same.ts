import { install } from "../world/installation.ts";
import { compare, type Comparison } from "./compare.ts";
import type { EngineName } from "../world/engines.ts";
import { listPattern } from "./requests.ts";
import { inTurn, targetOf, type Pace, type Stage } from "./stage.ts";

/**
 * Compares the same server with itself. The ratio must be 1. Where its bounds exclude 1, or are far apart,
 * the machine is too noisy for the other figures.
 */
export async function compareSame(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<Comparison> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const { databaseUrl } = await install(engine, stage.newName("same"), world, Date.now());
  const one = await stage.reference("list-tuned", databaseUrl);
  const other = await stage.reference("list-tuned", databaseUrl);
  const pattern = listPattern(world, "none");
  const comparison = await compare(stage.generator, {
    title: "the same against itself",
    engine: engineName,
    of: "tuned",
    targets: [
      targetOf("tuned", one, pattern, engine),
      targetOf("tuned again", other, pattern, engine),
    ],
    ...inTurn(pace),
  });
  await stage.stop([one, other]);
  await engine.drop(databaseUrl);
  return comparison;
}
