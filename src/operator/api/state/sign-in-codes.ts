import { randomBytes } from "node:crypto";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { formatSecret, hashSecret, isSecret } from "../../../domain/secret.ts";

/** The effect of a code: make the first operator, or sign in as the one with this key's hash. */
export type CodeMeaning = { readonly kind: "first" } | { readonly kind: "known"; keyHash: string };

/** Time to open a browser. */
const lifetimeMs = 15 * 60_000;

/**
 * One-time codes for signing in, in the memory of the process with the operator's listener. Only
 * the hash of each is kept, and all end with the process (decision B96).
 */
export class SignInCodes {
  readonly #codes = new Map<string, { readonly meaning: CodeMeaning; readonly endsAt: number }>();

  /** Returns a new code; only its hash is kept. */
  offer(meaning: CodeMeaning, now: number): string {
    const code = formatSecret("signInCode", randomBytes(32));
    this.#codes.set(hashSecret(code), { meaning, endsAt: now + lifetimeMs });
    return code;
  }

  /**
   * Uses a code up and runs `work` with its meaning; null for a wrong, used or expired code. Where
   * `work` refuses or throws, the code stays valid.
   */
  async use<T extends object, R>(
    code: string,
    now: number,
    work: (meaning: CodeMeaning) => Promise<T | Refused<R>>,
  ): Promise<T | Refused<R> | null> {
    const hash = isSecret("signInCode", code) ? hashSecret(code) : "";
    const known = this.#codes.get(hash);
    this.#codes.delete(hash);
    if (known === undefined || known.endsAt <= now) return null;
    let isDone = false;
    try {
      const answer = await work(known.meaning);
      isDone = !isRefused<R>(answer);
      return answer;
    } finally {
      if (!isDone) this.#codes.set(hash, known);
    }
  }
}
