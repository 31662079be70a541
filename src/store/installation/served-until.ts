import type { Engine, EngineOptions } from "../engine.ts";
import { readClockMarks } from "./clock-marks.ts";

/** A server that began less than a minute ago may not have done yet what was due before. */
const justBegunMs = 60_000;

/**
 * Until when a server is known to have run on the database: now, where this process is one or others have sessions
 * there; else until the last mark of a server's clock, which is written hour by hour.
 */
export async function servedUntil(
  engine: Engine,
  timeouts: EngineOptions["timeouts"],
  now: number,
): Promise<number> {
  if (timeouts === "request" || (await engine.hasServers())) return now;
  const marks = await readClockMarks(engine.reads);
  return marks.find((at) => at <= now - justBegunMs) ?? 0;
}
