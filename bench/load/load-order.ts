/** The requests to send: a text whose mark each value in turn replaces. */
export interface RequestPattern {
  /** Method, path, header lines and body as on the wire; `{}` stands for the value. */
  readonly text: string;
  /** All of one length where a body holds them, because Content-Length is part of the text. */
  readonly values: readonly string[];
}

export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly pattern: RequestPattern;
  /** The index of the first value; after the last value comes the first. */
  readonly from: number;
  /** The end: after this many seconds, or this many requests, whichever comes first. */
  readonly seconds: number;
  readonly requests: number;
  /**
   * Requests a second, which arrive at random whether or not earlier ones were answered; null sends the next
   * when the one before it was answered.
   */
  readonly rate: number | null;
  /** How long requests arrive at the rate before they are counted, while connections are new. */
  readonly settleSeconds?: number;
  /** The processes whose CPU time is counted, with all their descendants. */
  readonly watched: readonly number[];
  /** How long they may work after the last answer. */
  readonly lateWorkMs: number;
}

export interface LoadResult {
  /** The counted requests. */
  readonly requests: number;
  /** All requests, also those before the count. */
  readonly sent: number;
  readonly seconds: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Bytes of one answer, on average. */
  readonly bytes: number;
  /** Milliseconds of 0, 1, … 1000 thousandths of the requests, the fastest first. */
  readonly latencies: readonly number[];
  /** The same, counted from the sending of the request; it differs where requests had to wait. */
  readonly serviceTimes: readonly number[];
  /** How late the load itself was: from the due time of a request until the load looked at it. */
  readonly lateness: readonly number[];
  /** CPU microseconds per request. */
  readonly watchedCpu: number;
  readonly ownCpu: number;
}
