import type { IncomingHttpHeaders } from "node:http";
import type { Operator } from "../../store/doors/access.ts";
import type { TrafficHistory } from "../traffic/traffic.ts";
import type { OpenSession } from "./state/open-session.ts";

/** The parts that only the process with the operator's listener has. */
export interface ServedParts {
  /** The recent traffic of the public listener. */
  readonly traffic: Pick<TrafficHistory, "series">;
  /** The public listener's address, as this machine sees it; null before it listens. */
  readonly publicAddress: () => string | null;
}

/** The facts of a request over HTTP. */
export interface ServedOrder {
  readonly operator: Operator;
  /** The operator's session; null for a request with a key. */
  readonly session: OpenSession | null;
  /** The request's headers, on which the name of a session's cookie depends. */
  readonly headers: IncomingHttpHeaders;
}
