/** A browser that follows redirects over several sites, with the cookies that each has set. */
export class WanderingBrowser {
  readonly #jars = new Map<string, Map<string, string>>();
  /** Headers of every request to one site, such as those of a proxy in front of it. */
  readonly #added: Readonly<Record<string, Readonly<Record<string, string>>>>;

  constructor(added: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) {
    this.#added = added;
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#jarOf(origin).set(name, value);
  }

  removeCookie(origin: string, name: string): void {
    this.#jarOf(origin).delete(name);
  }

  cookies(origin: string): ReadonlyMap<string, string> {
    return this.#jarOf(origin);
  }

  /** Follows redirects until an answer is none, or leads to `stopAt`; returns the last address. */
  async go(
    url: string,
    stopAt: (url: URL) => boolean = () => false,
    form: URLSearchParams | null = null,
  ): Promise<{ url: URL; answer: Response }> {
    let at = new URL(url);
    for (let steps = 0; steps < 20; steps += 1) {
      const answer = await this.ask(at, steps === 0 ? form : null);
      const next = answer.headers.get("location");
      if (next === null) return { url: at, answer };
      at = new URL(next, at);
      if (stopAt(at)) return { url: at, answer };
    }
    throw new Error(`Too many redirects, the last to ${at.href}`);
  }

  /** A form is sent by POST. */
  async ask(url: URL, form: URLSearchParams | null = null): Promise<Response> {
    const jar = this.#jarOf(url.origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      ...(form !== null && { method: "POST", body: form }),
      headers: { ...this.#added[url.origin], ...(cookie !== "" && { cookie }) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  #jarOf(origin: string): Map<string, string> {
    const known = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, known);
    return known;
  }
}
