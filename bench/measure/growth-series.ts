import type { EngineName } from "../world/engines.ts";
import type { Estimate } from "../statistics/estimate.ts";
import type { Cost } from "./windows.ts";

/** What a request costs while something grows. */
export interface GrowthSeries {
  readonly title: string;
  readonly engine: EngineName;
  /** The service, or a server beside it. */
  readonly name: string;
  /** What grows. */
  readonly of: "bookings" | "page" | "accounts";
  readonly points: readonly GrowthPoint[];
}

export interface GrowthPoint extends Cost {
  readonly at: number;
  /** Milliseconds of a request in the database alone; where one caller asked alone. */
  readonly databaseMs?: Estimate;
  /** Times the cost of the first point, taken within each round; where all were loaded in turn. */
  readonly toFirst?: Estimate;
  /** CPU microseconds a request while everything was asked for the first time. */
  readonly coldCpu?: number;
  /** Resident memory of the server's process at the end. */
  readonly memoryBytes?: number;
}
