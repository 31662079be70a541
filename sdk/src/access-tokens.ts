import { BookingError, TimeoutError } from "./errors.ts";
import type { Log } from "./log.ts";
import type { Runtime } from "./runtime.ts";
import { openTimeLimit, orAborted } from "./time-limit.ts";
import { nextRenewalTime, renewalTime } from "./token-life.ts";
import type { StoredToken, TokenStore } from "./token-store.ts";

/**
 * Keeps the one access token of a client (interface, Authentication).
 *
 * While the token lives, a caller gets it at once. Near its end a caller still gets it, and its renewal
 * starts in the background. Without a live token all callers wait for one exchange, which continues when one of
 * them aborts. A token's life is counted from the first time that its text was seen, because the service may
 * issue the same text again with the same `expires_in`.
 */
export class AccessTokens {
  readonly #by: Surroundings;
  #held: { readonly token: StoredToken; renewAt: number } | null = null;
  #renewal: Promise<string> | null = null;
  /** The last text that a 401 refused; the store's copy of it is ignored. */
  #refused: string | null = null;
  /** The lives of recently seen texts. */
  readonly #seen = new Map<string, StoredToken>();

  constructor(surroundings: Surroundings) {
    this.#by = surroundings;
  }

  /** Returns a live token. Throws the exchange's error, or the signal's reason. */
  async current(signal: AbortSignal): Promise<string> {
    const held = this.#held;
    const now = this.#by.runtime.now();
    if (held === null || now >= held.token.expiresAt) return orAborted(this.#renew(), signal);
    if (now >= held.renewAt && this.#renewal === null) {
      held.renewAt = nextRenewalTime(held.token, now);
      this.#renew().catch((error: unknown) => {
        this.#by.log("warn", "The token could not be renewed early", { error: nameOf(error) });
      });
    }
    return held.token.accessToken;
  }

  /** Drops this token after a 401, unless another has replaced it. */
  async drop(accessToken: string, signal: AbortSignal): Promise<void> {
    this.#refused = accessToken;
    if (this.#held?.token.accessToken === accessToken) this.#held = null;
    await orAborted(
      this.#inStore(async (store, key) => {
        const stored = await store.get(key);
        if (stored?.accessToken === accessToken) await store.delete(key);
      }),
      signal,
    );
  }

  #renew(): Promise<string> {
    this.#renewal ??= this.#obtain().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #obtain(): Promise<string> {
    const stored = validToken(await this.#inStore((store, key) => store.get(key)));
    if (stored !== null) {
      this.#remember(stored);
      const renewAt = this.#renewalTime(stored);
      if (stored.accessToken !== this.#refused && this.#by.runtime.now() < renewAt) {
        this.#held = { token: stored, renewAt };
        return stored.accessToken;
      }
    }
    const sentAt = this.#by.runtime.now();
    const { accessToken, expiresInMs } = await this.#by.exchange();
    const now = this.#by.runtime.now();
    const seen = this.#seen.get(accessToken);
    // A text that is issued again after its end begins a new life.
    const token =
      seen !== undefined && seen.expiresAt > now
        ? seen
        : { accessToken, firstSeenAt: sentAt, expiresAt: sentAt + expiresInMs };
    this.#remember(token);
    const renewAt = this.#renewalTime(token);
    this.#held = { token, renewAt: now < renewAt ? renewAt : nextRenewalTime(token, now) };
    await this.#inStore((store, key) => store.set(key, token));
    return accessToken;
  }

  #renewalTime(token: StoredToken): number {
    return renewalTime(token, this.#by.runtime.random());
  }

  #remember(token: StoredToken): void {
    const now = this.#by.runtime.now();
    for (const [text, { expiresAt }] of this.#seen) {
      if (expiresAt <= now) this.#seen.delete(text);
    }
    this.#seen.set(token.accessToken, token);
  }

  /** A store that fails or hangs must not stop calls that the service would answer. */
  async #inStore<T>(ask: (store: TokenStore, key: string) => Promise<T> | T): Promise<T | null> {
    const { store, storeKey, runtime, storeTimeoutMs, log } = this.#by;
    if (store === undefined) return null;
    const limit = openTimeLimit(runtime, storeTimeoutMs, overdue);
    try {
      return await orAborted((async () => ask(store, storeKey))(), limit.signal);
    } catch (error) {
      log("warn", "The token store failed", { error: nameOf(error) });
      return null;
    } finally {
      limit.close();
    }
  }
}

interface Surroundings {
  readonly runtime: Runtime;
  readonly log: Log;
  /** Asks the service for a token. */
  readonly exchange: () => Promise<{
    readonly accessToken: string;
    readonly expiresInMs: number;
  }>;
  readonly store: TokenStore | undefined;
  readonly storeKey: string;
  readonly storeTimeoutMs: number;
}

function overdue(): TimeoutError {
  return new TimeoutError("The token store did not answer in time.", {});
}

/** A foreign error's name is no fixed word, so it may hold anything. */
function nameOf(error: unknown): string {
  return error instanceof BookingError ? error.name : "Error";
}

/** A store's content is external input. */
function validToken(token: StoredToken | null | undefined): StoredToken | null {
  const valid =
    typeof token?.accessToken === "string" &&
    token.accessToken !== "" &&
    Number.isFinite(token.firstSeenAt) &&
    Number.isFinite(token.expiresAt);
  return valid ? token : null;
}
