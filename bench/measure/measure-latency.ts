import type { EngineName } from "../world/engines.ts";
import { install } from "../world/installation.ts";
import { getToken } from "./get-token.ts";
import { cancelPattern, helloPattern, listPattern } from "./requests.ts";
import { callers, targetOf, type Pace, type Stage } from "./stage.ts";
import { loadTarget, type Target } from "./target.ts";

/** The latency at one rate of open arrivals. */
export interface LatencyPoint {
  readonly name: string;
  /** The rate as a part of the capacity. */
  readonly part: number;
  readonly perSecond: number;
  /** Milliseconds by thousandths, from the due time of each request. */
  readonly latencies: readonly number[];
  /** Milliseconds from the sending of each request, as a closed loop would show them. */
  readonly serviceTimes: readonly number[];
}

export interface LatencySeries {
  readonly title: "list" | "cancel";
  readonly engine: EngineName;
  /** Requests a second that the service answers to callers who wait for their answers. */
  readonly capacity: number;
  readonly points: readonly LatencyPoint[];
}

const parts = [0.25, 0.5, 0.7];
/** As many as callers that ever wait at once, so that connections are never short. */
const connections = 200;
const capacityWindows = 4;
/** A booking can be cancelled once, so there must be enough for all windows. */
const timesTheBookings = { list: 1, cancel: 3 };
const unlimited = Number.MAX_SAFE_INTEGER;

/** Measures latencies of lists or cancels, of the service and of a hello server at the same rates. */
export async function measureLatency(
  stage: Stage,
  engineName: EngineName,
  pace: Pace,
  title: "list" | "cancel",
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

/** The most requests a second that the service answers to callers who wait for their answers. */
export async function findCapacity(stage: Stage, service: Target, pace: Pace): Promise<number> {
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
