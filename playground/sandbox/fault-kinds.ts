/** The endpoints with faults, by their wire names. */
export const faultyEndpoints = [
  "oauth:token",
  "interactions:fetchContactBookings",
  "interactions:cancelInteractionBooking",
] as const;

export type FaultyEndpoint = (typeof faultyEndpoints)[number];

const everywhere = faultyEndpoints;
const bookingEndpoints = faultyEndpoints.slice(1);
const listOnly = faultyEndpoints.slice(1, 2);

export interface FaultKind {
  /** The endpoints where it can happen. */
  readonly endpoints: readonly FaultyEndpoint[];
  /** Whether it applies only to a page after the first. */
  readonly laterPagesOnly?: true;
  /** Its whole-number parameter, if it has one. */
  readonly parameter?: {
    readonly name: string;
    readonly byDefault: number;
    readonly least: number;
    readonly most: number;
  };
  readonly does: string;
}

/** Every fault of the sandbox. */
export const faultKinds = {
  "expired-token": {
    endpoints: bookingEndpoints,
    does: "the request's token ends now: 401 for this request and every later one with that token",
  },
  unauthorized: {
    endpoints: bookingEndpoints,
    does: "401 for this request alone; the token stays good",
  },
  "rate-limited": {
    endpoints: everywhere,
    parameter: { name: "wait_seconds", byDefault: 1, least: 1, most: 3_600 },
    does: "429 with Retry-After; nothing is done",
  },
  unavailable: {
    endpoints: everywhere,
    does: "503; nothing is done",
  },
  slow: {
    endpoints: everywhere,
    parameter: { name: "delay_ms", byDefault: 1_000, least: 1, most: 120_000 },
    does: "the work is done at once, its answer is held back",
  },
  "lost-answer": {
    endpoints: everywhere,
    does: "the work is done and committed, then the connection is cut instead of an answer",
  },
  "lost-request": {
    endpoints: everywhere,
    does: "the connection is cut before anything is done",
  },
  "raw-language-map": {
    endpoints: listOnly,
    does: "title and location_hint are raw language maps serialised as strings",
  },
  "empty-answer": {
    endpoints: listOnly,
    does: "200 without bookings and total_count, as for somebody who has none",
  },
  "repeated-booking": {
    endpoints: listOnly,
    laterPagesOnly: true,
    does: "as if a booking had been added on an earlier page since: one from there comes again",
  },
  "skipped-booking": {
    endpoints: listOnly,
    laterPagesOnly: true,
    does: "as if a booking had left an earlier page since: one comes on no page",
  },
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof faultKinds;

export const faultNames = Object.keys(faultKinds) as FaultName[];

/** A fault to apply to one request. */
export interface Fault {
  readonly name: FaultName;
  /** The value of its parameter; null where it takes none. */
  readonly amount: number | null;
}

export function faultKind(name: FaultName): FaultKind {
  return faultKinds[name];
}

/** The properties of a request by which a fault is chosen. */
export interface FaultyRequest {
  readonly endpoint: FaultyEndpoint;
  /** The requested page of a list; 1 for other endpoints. */
  readonly pageNumber: number;
}

export function canHappenTo(name: FaultName, request: FaultyRequest): boolean {
  const kind = faultKind(name);
  return (
    kind.endpoints.includes(request.endpoint) &&
    (kind.laterPagesOnly === undefined || request.pageNumber > 1)
  );
}
