/**
 * A store through which several processes share one token, for example Redis. A process asks it only when it
 * needs a new token. A failing or slow store costs a token request, never a call.
 *
 * A token is a secret: whoever can read the store can act as this client.
 */
export interface TokenStore {
  /** Returns the last value under the key; null or undefined when there is none. */
  get(key: string): Promise<StoredToken | null | undefined> | StoredToken | null | undefined;
  /** Keeps the value until `expiresAt`. Like `get`, it may be async. */
  set(key: string, token: StoredToken): unknown;
  delete(key: string): unknown;
}

/** Plain data that survives JSON. Times are milliseconds since 1970. */
export interface StoredToken {
  readonly accessToken: string;
  /** When the first process saw this token. */
  readonly firstSeenAt: number;
  readonly expiresAt: number;
}
