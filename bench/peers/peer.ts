/** What people pick instead: how it is started and asked. */
export interface Peer {
  /** Its folder, here and under data/bench-peers. */
  readonly name: string;
  /** What Node runs there. It finds DATABASE_URL and SECRET in its environment, and says `token` and `listening`. */
  readonly program: string;
  /** Statements that make of the service's tables, in a copy, what it lists; empty where it uses these. */
  readonly tables: readonly string[];
  /** A path with `{}` in the place of the contact's external id. */
  readonly listPath: string;
  readonly cancel: {
    /** With `{}` in the place of the booking, or the body has it. */
    readonly path: string;
    readonly body: string;
    readonly success: number;
  };
  /** The records of the interface in what it answers to a list, and how many there are in all. */
  readList(body: unknown): PeerPage;
}

export interface PeerPage {
  readonly records: readonly object[];
  readonly total: number;
}
