/** What somebody does to the clean data by hand, and what `booking verify` says to it. */
export interface Plant {
  readonly name: string;
  readonly sql: string;
  /** What is found, each as `law place`; nothing when left out. */
  readonly finds?: readonly string[];
}
