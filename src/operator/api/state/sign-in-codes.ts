import { randomBytes } from "node:crypto";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { formatSecret, hashSecret, isSecret } from "../../../domain/secret.ts";

/** What a code lets its holder do: become the first operator, or sign in as one by its key's hash. */
export type CodeMeaning = { readonly kind: "first" } | { readonly kind: "known"; keyHash: string };

/** Long enough to walk over to a browser. */
const lifetimeMs = 15 * 60_000;

/**
 * One-time codes for signing in, in the memory of the process that has the operator's listener: of
 * each only the hash is known, and all end with the process (decision B96).
 */
export class SignInCodes {
  readonly #codes = new Map<string, { readonly meaning: CodeMeaning; readonly endsAt: number }>();

  /** The code goes to whoever is to sign in, and is not kept. */
  offer(meaning: CodeMeaning, now: number): string {
    const code = formatSecret("signInCode", randomBytes(32));
    this.#codes.set(hashSecret(code), { meaning, endsAt: now + lifetimeMs });
    return code;
  }

  /**
   * Uses a code up and does what it means; null for a code that is wrong, used or too old. Where
   * that is refused or fails, the code is as good as before.
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
