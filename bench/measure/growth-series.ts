import type { EngineName } from "../world/engines.ts";
import type { Estimate } from "../statistics/estimate.ts";
import type { Cost } from "./windows.ts";

/** The cost of a request as a function of a growing size. */
export interface GrowthSeries {
  readonly title: string;
  readonly engine: EngineName;
  /** The service, or a server beside it. */
  readonly name: string;
  /** The growing size. */
  readonly of: "bookings" | "page" | "accounts";
  readonly points: readonly GrowthPoint[];
}

export interface GrowthPoint extends Cost {
  readonly at: number;
  /** Milliseconds of a request in the database alone, where one caller asked alone. */
  readonly databaseMs?: Estimate;
  /**
   * The cost in multiples of the first point's, computed within each round, where all were loaded in turn.
   */
  readonly toFirst?: Estimate;
  /** CPU microseconds per request while every value was new. */
  readonly coldCpu?: number;
  /** Resident memory of the server's process at the end. */
  readonly memoryBytes?: number;
}
