import { familyOf, readMemory } from "../programs/process-cost.ts";
import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { getToken } from "./get-token.ts";
import { listPattern } from "./requests.ts";
import { callers, targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget } from "./target.ts";

/** The resident memory of the service's process, of the program as it is released, while it answers many lists. */
export interface Memory {
  readonly engine: EngineName;
  readonly points: readonly { readonly requests: number; readonly bytes: number }[];
}

const looks = 10;

export async function measureMemory(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
  requests: number,
): Promise<Memory> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings, heavy: 0 };
  const installation = await install(engine, stage.newName("memory"), world, Date.now());
  const service = await stage.bundledService(installation.databaseUrl);
  const pattern = listPattern(world, await getToken(service.port, installation));
  const target = targetOf("service", service, pattern, engine);
  const look = (sent: number) => ({ requests: sent, bytes: readMemory(familyOf([service.pid])) });
  const points = [look(0)];
  for (let part = 1; part <= looks; part += 1) {
    await loadTarget(stage.generator, target, {
      connections: callers,
      seconds: 600,
      requests: Math.ceil(requests / looks),
      rate: null,
    });
    points.push(look(Math.ceil((requests / looks) * part)));
  }
  await stage.stop([service]);
  await engine.drop(installation.databaseUrl);
  return { engine: engineName, points };
}
