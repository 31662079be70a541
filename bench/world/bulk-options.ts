export interface BulkOptions {
  /** Whether the engine checks foreign keys, as it does for every other writer. */
  readonly checked: boolean;
}
