/** How many different statements get names, and stay prepared on each connection that sends them. */
const maxNames = 400;
/** Longer texts are bulk, whose parsing is little beside their work. */
const maxTextLength = 16_000;

/**
 * Names under which statements are prepared, so that the server parses and plans them once for each
 * connection. A text gets its name when it is seen again: most that are seen once never return.
 */
export class StatementNames {
  readonly #prefix: string;
  readonly #seenOnce = new Set<string>();
  readonly #names = new Map<string, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Undefined for a text that is to be sent without a name. */
  preparedName(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > maxTextLength || this.#names.size >= maxNames) return undefined;
    if (this.#seenOnce.delete(text)) {
      const name = `${this.#prefix}${this.#names.size + 1}`;
      this.#names.set(text, name);
      return name;
    }
    if (this.#seenOnce.size >= maxNames) this.#seenOnce.clear();
    this.#seenOnce.add(text);
    return undefined;
  }
}
