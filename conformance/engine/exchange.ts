/** One request of the kit and its answer. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly text: string;
    /** The parsed body, or undefined where it is not JSON. */
    readonly json: unknown;
  };
  /** When the request was sent, and when the answer had been read: milliseconds since 1970. */
  readonly sentAt: number;
  readonly answeredAt: number;
}
