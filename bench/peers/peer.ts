/** An alternative to the service: how it is started and called. */
export interface Peer {
  /** The name of its folder, here and under data/bench-peers. */
  readonly name: string;
  /**
   * The program that Node runs there. It reads DATABASE_URL and SECRET from its environment, and prints
   * `token` and `listening`.
   */
  readonly program: string;
  /** Statements that make the peer's tables from the service's, in a copy; empty where it uses these. */
  readonly tables: readonly string[];
  /** The list's path, with `{}` for the contact's external id. */
  readonly listPath: string;
  readonly cancel: {
    /** The cancel's path, with `{}` for the booking, unless the body has it. */
    readonly path: string;
    readonly body: string;
    readonly success: number;
  };
  /** Reads the interface's records from its list, with their total. */
  readList(body: unknown): PeerPage;
}

export interface PeerPage {
  readonly records: readonly object[];
  readonly total: number;
}
