export interface BulkOptions {
  /** Whether the engine shall check that rows refer to rows that are there, as it does for everybody. */
  readonly checked: boolean;
}
