/** A running service: its two URLs, and how to end it. */
export interface RunningService {
  readonly api: string;
  readonly operator: string;
  /**
   * A link into the console that works once, for 15 minutes: it makes the first operator, or, where
   * `known` is true, signs in as the longest-serving admin. Null where there is neither.
   */
  signInLink(known: boolean): Promise<string | null>;
  /** Stops accepting, lets requests in flight finish for the grace period, closes the database. */
  close(): Promise<void>;
  /** Replaces the server processes one by one, so that no request fails. Never throws. */
  restart(): Promise<void>;
  /** Kills the server processes, because this process is about to exit. */
  abandon(): void;
}
