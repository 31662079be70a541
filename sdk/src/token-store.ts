/**
 * Where several processes share one token, for example in Redis. A process asks it only when it needs
 * a new token. A store that fails or is slow costs a request for a token, never a call.
 *
 * A token is a secret: whoever can read the store can act as this client.
 */
export interface TokenStore {
  /** What was last set under the key; null or undefined when there is nothing. */
  get(key: string): Promise<StoredToken | null | undefined> | StoredToken | null | undefined;
  /** Keeps it until `expiresAt`. May be async, as the others may. */
  set(key: string, token: StoredToken): unknown;
  delete(key: string): unknown;
}

/** Plain data: it survives JSON. Times are milliseconds since 1970. */
export interface StoredToken {
  readonly accessToken: string;
  /** When the first process saw this token. */
  readonly firstSeenAt: number;
  readonly expiresAt: number;
}
