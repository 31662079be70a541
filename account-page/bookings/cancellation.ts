/** How the house cancelled a booking. */
export interface Cancellation {
  /** Whether the session was cancelled for everybody. */
  readonly isOfSession: boolean;
  /** What the house wrote of it; null for nothing. */
  readonly reason: string | null;
}
