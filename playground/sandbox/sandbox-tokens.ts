import { hashSecret } from "../../src/domain/secret.ts";
import type { PublicServerParts } from "../../src/http/public-server.ts";
import type { StoredAccessToken } from "../../src/store/doors/access.ts";

const maxKept = 10_000;

/**
 * The tokens that the sandbox has issued. They survive a reset, because a client under test keeps its token,
 * and the sandbox can end them early.
 */
export class SandboxTokens {
  readonly #issued = new Map<string, StoredAccessToken>();
  readonly #ended = new Set<string>();
  #forget: (token: string) => void = () => {};

  /** Ends a token: it is refused from now on, and the next token request gets a new one. */
  end(token: string): void {
    this.#ended.add(hashSecret(token));
    this.#forget(token);
  }

  /** Makes every token valid again until its own expiry. */
  reset(): void {
    this.#ended.clear();
  }

  /** Wraps the public server's parts so that ended tokens are refused. */
  heed(parts: PublicServerParts): PublicServerParts {
    const { authentication, tokenIssuing } = parts;
    this.#forget = (token) => {
      authentication.verifiedTokens.forget(token);
      tokenIssuing.issuedTokens.clear();
    };
    return {
      ...parts,
      tokenIssuing: {
        ...tokenIssuing,
        saveAccessToken: async (accountId, token) => {
          await tokenIssuing.saveAccessToken(accountId, token);
          this.#keep(token);
        },
      },
      authentication: {
        ...authentication,
        findAccessToken: async (_accountId, hash) =>
          this.#ended.has(hash) ? null : (this.#issued.get(hash) ?? null),
      },
    };
  }

  #keep(token: StoredAccessToken): void {
    const [oldest] = this.#issued.keys();
    if (this.#issued.size >= maxKept && oldest !== undefined) this.#issued.delete(oldest);
    this.#issued.set(token.hash, token);
  }
}
