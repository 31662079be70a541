import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { getToken } from "./get-token.ts";
import { cancelPattern, helloPattern, listPattern } from "./requests.ts";
import { callers, targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget, type Target } from "./target.ts";

/** How long answers take when requests come at a rate, whatever became of those before. */
export interface LatencyPoint {
  readonly name: string;
  /** Of what the service can do at the most. */
  readonly part: number;
  readonly perSecond: number;
  /** Milliseconds by thousandths, from when each request should have been sent. */
  readonly latencies: readonly number[];
  /** From when it was sent: what a closed loop would have shown. */
  readonly serviceTimes: readonly number[];
}

export interface LatencySeries {
  readonly title: "list" | "cancel";
  readonly engine: EngineName;
  /** Requests a second that the service answered to callers who wait for their answers. */
  readonly capacity: number;
  readonly points: readonly LatencyPoint[];
}

const parts = [0.25, 0.5, 0.7];
/** As many callers as ever wait at once: connections must not be what is short. */
const connections = 200;
const capacityWindows = 4;
/** A booking is cancelled once: there must be enough for all windows. */
const timesTheBookings = { list: 1, cancel: 3 };
const unlimited = Number.MAX_SAFE_INTEGER;

/** Latencies of lists or cancels, of the service and of a hello at the same rates. */
export async function measureLatency(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
  title: LatencySeries["title"],
): Promise<LatencySeries> {
  const engine = await stage.engine(engineName);
  const world = { bookings: pace.bookings * timesTheBookings[title], heavy: 0 };
  const installation = await install(engine, stage.newName("latency"), world, Date.now());
  const { databaseUrl } = installation;
  const program = await stage.service(databaseUrl);
  const token = await getToken(program.port, installation);
  const pattern =
    title === "list" ? listPattern(world, token) : cancelPattern(world, token, world.bookings);
  const service = targetOf("service", program, pattern, engine);
  const bare = await stage.reference("hello", databaseUrl);
  const hello = targetOf("hello", bare, helloPattern(), null);
  const capacity = await findCapacity(stage, service, pace);
  const points: LatencyPoint[] = [];
  for (const part of parts) {
    for (const target of [service, hello]) {
      const perSecond = Math.round(capacity * part);
      const { latencies, serviceTimes } = await loadTarget(stage.generator, target, {
        connections,
        seconds: pace.seconds * 4,
        requests: unlimited,
        rate: perSecond,
        settleSeconds: 1,
      });
      points.push({ name: target.name, part, perSecond, latencies, serviceTimes });
    }
  }
  await stage.stop([program, bare]);
  await engine.drop(databaseUrl);
  return { title, engine: engineName, capacity, points };
}

async function findCapacity(stage: Stage, service: Target, pace: Pace): Promise<number> {
  const limits = {
    connections: callers,
    seconds: pace.seconds,
    requests: unlimited,
    rate: null,
  };
  await loadTarget(stage.generator, service, { ...limits, seconds: 10, requests: pace.warmUps });
  const rates: number[] = [];
  for (let window = 0; window < capacityWindows; window += 1) {
    const { requests, seconds } = await loadTarget(stage.generator, service, limits);
    rates.push(requests / seconds);
  }
  return Math.max(...rates);
}
