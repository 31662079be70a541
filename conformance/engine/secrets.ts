/** Shorter values are words of the kit, which may be shown. */
const lookalikeLettersMin = 16;

/** The texts that a report must not contain: client secrets and access tokens seen during the run. */
export class Secrets {
  readonly #known = new Map<string, string>();
  /** Values that were sent as a token without being one, such as a token with one changed letter. */
  readonly #lookalikes = new Set<string>();

  addLookalike(value: string): void {
    if (value.length >= lookalikeLettersMin) this.#lookalikes.add(value);
  }

  add(value: unknown, kind: "secret" | "token"): void {
    // Shorter values would also mask ordinary words.
    if (typeof value !== "string" || value.length < 8) return;
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      this.#known.set(form, `[${kind}]`);
    }
  }

  mask(text: string): string {
    let masked = text;
    // The longest first, so that no part of a secret stays visible because another secret is a part of it.
    const lookalikes = [...this.#lookalikes].map((value) => [value, "[token]"] as const);
    const known = [...this.#known, ...lookalikes].toSorted(([a], [b]) => b.length - a.length);
    for (const [value, name] of known) masked = masked.replaceAll(value, name);
    return masked
      .replaceAll(/("(?:client_secret|access_token)"\s*:\s*")(?!\[)[^"]+"/g, '$1[masked]"')
      .replaceAll(/((?:client_secret|access_token)=)(?!\[|%5B)[^&\s]+/g, "$1[masked]");
  }

  /** Whether the text contains one of them. */
  occursIn(text: string): boolean {
    return [...this.#known.keys()].some((value) => text.includes(value));
  }
}
