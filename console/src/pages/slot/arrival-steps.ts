/** The arrivals by time: seconds UTC, ascending, and the count from then on. */
export interface ArrivalSteps {
  readonly at: readonly number[];
  readonly arrived: readonly number[];
}

/** Check-ins, earliest first, as steps; several in one second are one step. */
export function arrivalSteps(checkIns: readonly string[]): ArrivalSteps {
  const steps = new Map<number, number>();
  for (const [index, instant] of checkIns.entries()) {
    steps.set(Math.floor(Date.parse(instant) / 1000), index + 1);
  }
  return { at: [...steps.keys()], arrived: [...steps.values()] };
}
