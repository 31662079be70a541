/** What to send: the text with each value in turn in the place of the mark. */
export interface RequestPattern {
  /** Method, path, header lines and body as on the wire, `{}` standing for the value. */
  readonly text: string;
  /** All of one length where a body holds them: Content-Length is written in the text. */
  readonly values: readonly string[];
}

export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly pattern: RequestPattern;
  /** The first value to take; after the last comes the first. */
  readonly from: number;
  /** When to stop: after so many seconds, or after so many requests, whichever comes first. */
  readonly seconds: number;
  readonly requests: number;
  /**
   * Requests a second, which arrive as they please whether or not earlier ones were answered; null
   * sends the next when the one before it was answered.
   */
  readonly rate: number | null;
  /** How long requests arrive at the rate before they are counted: connections are new then. */
  readonly settleSeconds?: number;
  /** Whose CPU time is counted: these processes with all that they have started. */
  readonly watched: readonly number[];
  /** How long it may still work after the last answer on what the requests left behind. */
  readonly lateWorkMs: number;
}

export interface LoadResult {
  /** Those that count. */
  readonly requests: number;
  /** With those before that do not. */
  readonly sent: number;
  readonly seconds: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Of one answer, the average. */
  readonly bytes: number;
  /** Milliseconds of 0, 1, … 1000 thousandths of the requests, the fastest first. */
  readonly latencies: readonly number[];
  /** The same, counted from when the request was sent; differs where requests had to wait. */
  readonly serviceTimes: readonly number[];
  /** CPU microseconds a request. */
  readonly watchedCpu: number;
  readonly ownCpu: number;
}
