import type { AccountId } from "../domain/account.ts";

/** The owner of a token that was looked up. */
export interface VerifiedToken {
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly secretId: string;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

/** Tokens that a process remembers, at most; beyond that, it forgets the oldest. */
const maxRemembered = 10_000;

/**
 * The tokens that this process has issued or looked up, which saves a query on every call.
 * `authenticate` checks at each call that client and secret still live.
 */
export class VerifiedTokens {
  readonly #tokens = new Map<string, VerifiedToken>();

  get(token: string): VerifiedToken | undefined {
    return this.#tokens.get(token);
  }

  remember(token: string, verified: VerifiedToken): void {
    if (this.#tokens.size >= maxRemembered) {
      const [oldest] = this.#tokens.keys();
      if (oldest !== undefined) this.#tokens.delete(oldest);
    }
    this.#tokens.set(token, verified);
  }

  forget(token: string): void {
    this.#tokens.delete(token);
  }
}
