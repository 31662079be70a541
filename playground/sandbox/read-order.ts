import { parseInstant } from "../../src/domain/instant.ts";
import { canHappenTo, faultyEndpoints } from "./fault-kinds.ts";
import type { WaitingFault } from "./fault-queue.ts";
import { isProblem, readFault } from "./read-fault.ts";

/** The reason why an order is refused, as a sentence. */
export interface BadOrder {
  readonly problem: string;
}

const longestMoveSeconds = 100 * 366 * 86_400;

/** Parses `{"advance_seconds": 3600}` or `{"now": "2030-05-01T08:00:00Z"}`. */
export function readMoveOrder(body: unknown, now: number): { readonly instant: number } | BadOrder {
  const order = readObject(body);
  const { advance_seconds: seconds, now: time, ...others } = order ?? {};
  const given = [seconds, time].filter((value) => value !== undefined);
  if (order === null || given.length !== 1 || Object.keys(others).length > 0) {
    return { problem: "Send a JSON object with either advance_seconds or now, and nothing else." };
  }
  if (time !== undefined) {
    const instant = typeof time === "string" ? parseInstant(time) : null;
    return instant === null
      ? { problem: "now must be an RFC 3339 time, such as 2030-05-01T08:00:00Z." }
      : { instant: Math.floor(instant) };
  }
  return isWhole(seconds, 0, longestMoveSeconds)
    ? { instant: now + seconds * 1000 }
    : { problem: `advance_seconds must be a whole number from 0 to ${longestMoveSeconds}.` };
}

const mostTimes = 1_000_000;

/** Parses `{"fault": NAME, "times": 2, "endpoint": NAME}` and the fault's parameter. */
export function readWaitingFault(body: unknown): WaitingFault | BadOrder {
  const order = readObject(body);
  if (order === null) {
    return { problem: `Send a JSON object such as {"fault":"rate-limited","times":2}.` };
  }
  const { fault: name, times = 1, endpoint: endpointName, ...parameters } = order;
  const fault = readFault(name, parameters);
  if (isProblem(fault)) return { problem: `fault must be ${fault.expected}.` };
  if (!isWhole(times, 1, mostTimes)) {
    return { problem: `times must be a whole number from 1 to ${mostTimes}.` };
  }
  if (endpointName === undefined) return { ...fault, times, endpoint: null };
  const endpoint = faultyEndpoints.find((known) => known === endpointName);
  if (endpoint === undefined) {
    return { problem: `endpoint must be one of ${faultyEndpoints.join(", ")}.` };
  }
  return canHappenTo(fault.name, { endpoint, pageNumber: 2 })
    ? { ...fault, times, endpoint }
    : { problem: `endpoint must be another one: ${fault.name} does not happen at ${endpoint}.` };
}

export function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

export function readObject(body: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(typeof body === "string" ? body : "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
