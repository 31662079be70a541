import { join } from "node:path";
import { writeDataFile } from "../world/data-file.ts";
import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { getToken } from "./get-token.ts";
import { findCapacity, type LatencyPoint, type LatencySeries } from "./measure-latency.ts";
import { employOperators } from "./operators-work.ts";
import { listPattern } from "./requests.ts";
import { targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget } from "./target.ts";

const part = 0.5;
const connections = 200;
const pairs = 3;
/** In so much time a verification, an import and an export of the account end on a quiet machine. */
const secondsPerWindow = 10;

/**
 * Measures latencies of lists at half of the capacity, in turn alone and while operators work: three desks
 * poll, and a verification, an import and an export of the account repeat.
 */
export async function measureBesideOperators(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
): Promise<LatencySeries> {
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
  });
  const look = async (name: string): Promise<LatencyPoint> => {
    const { latencies, serviceTimes } = await loadTarget(stage.generator, service, {
      connections,
      seconds: secondsPerWindow,
      requests: Number.MAX_SAFE_INTEGER,
      rate: perSecond,
      settleSeconds: 1,
    });
    return { name, part, perSecond, latencies, serviceTimes };
  };
  const points: LatencyPoint[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    points.push(await look("service"));
    const work = operators.begin();
    const beside = await look("beside");
    const { polls, verifications, imports, exports } = await work.end();
    const name = `beside ${polls} polls, ${verifications} verify, ${imports} import, ${exports} export`;
    points.push({ ...beside, name });
  }
  await stage.stop([program]);
  await engine.drop(databaseUrl);
  return { title: "list beside operators", engine: engineName, capacity, points };
}
