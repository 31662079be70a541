/** What was written to a database, by table and by index. */
export interface Written {
  /** Rows inserted, changed or deleted. */
  readonly rows: Readonly<Record<string, number>>;
  readonly indexEntries: Readonly<Record<string, number>>;
  /** Bytes of the write-ahead log, without the whole pages that PostgreSQL adds after a checkpoint. */
  readonly logBytes: number;
}

export interface WriteWatch {
  /** Called after each request. */
  look(): void;
  end(): Promise<Written>;
}
