/** How many places there are: for one part of an account's work, for one account, and in all. */
export interface PlaceLimits {
  readonly ofPart: number;
  readonly ofAccount: number;
  readonly all: number;
}

/** Whose work a place is for: an account, and a part of its work, such as a webhook. */
export interface PlaceOwner {
  readonly account: number | string;
  readonly part: string;
}

/** Which limit work waits for. */
export type FullLimit = keyof PlaceLimits;

interface Waiting {
  readonly part: string;
  readonly begin: (giveBack: () => void) => void;
}

interface Line {
  taken: number;
  readonly ofParts: Map<string, number>;
  readonly waiting: Set<Waiting>;
}

interface Next {
  readonly account: PlaceOwner["account"];
  readonly line: Line;
  readonly waiting: Waiting;
}

/**
 * Places for the work of many accounts that runs at once. An account gets another place while it has fewer than are free,
 * so that the next account finds some. A place that is given back goes to the waiting account that has the fewest; of
 * several with as few, to the one whose last place is longest ago.
 */
export class FairPlaces {
  readonly #limits: PlaceLimits;
  readonly #onFull: (limit: FullLimit) => void;
  /** Of each account with work, the one whose last place, or first request, is longest ago first. */
  readonly #lines = new Map<PlaceOwner["account"], Line>();
  #taken = 0;

  /** `onFull` is called for each piece of work that has to wait. */
  constructor(limits: PlaceLimits, onFull: (limit: FullLimit) => void = () => {}) {
    this.#limits = limits;
    this.#onFull = onFull;
  }

  get taken(): number {
    return this.#taken;
  }

  /**
   * Calls `begin` when there is a place, which may be at once; what it is called with gives the place back. Returns a
   * function for work that does not want to wait any longer.
   */
  take({ account, part }: PlaceOwner, begin: Waiting["begin"]): () => void {
    const line = this.#lines.get(account) ?? { taken: 0, ofParts: new Map(), waiting: new Set() };
    this.#lines.set(account, line);
    const full = this.#whyFull(line, part);
    if (full === null) {
      this.#give(account, line, { part, begin });
      return () => {};
    }
    const waiting = { part, begin };
    line.waiting.add(waiting);
    this.#onFull(full);
    return () => {
      line.waiting.delete(waiting);
      this.#forgetIfIdle(account, line);
    };
  }

  #whyFull(line: Line, part: string): FullLimit | null {
    const { ofPart, ofAccount, all } = this.#limits;
    const free = all - this.#taken;
    if ((line.ofParts.get(part) ?? 0) >= ofPart) return "ofPart";
    if (free <= 0) return "all";
    return line.taken >= Math.min(ofAccount, free) ? "ofAccount" : null;
  }

  #give(account: PlaceOwner["account"], line: Line, { part, begin }: Waiting): void {
    this.#taken += 1;
    line.taken += 1;
    line.ofParts.set(part, (line.ofParts.get(part) ?? 0) + 1);
    this.#lines.delete(account);
    this.#lines.set(account, line);
    let isGivenBack = false;
    begin(() => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#takeBack(account, line, part);
    });
  }

  #takeBack(account: PlaceOwner["account"], line: Line, part: string): void {
    this.#taken -= 1;
    line.taken -= 1;
    const left = (line.ofParts.get(part) ?? 1) - 1;
    if (left === 0) line.ofParts.delete(part);
    else line.ofParts.set(part, left);
    this.#forgetIfIdle(account, line);
    const next = this.#nextOfAll();
    if (next === null) return;
    next.line.waiting.delete(next.waiting);
    this.#give(next.account, next.line, next.waiting);
  }

  #nextOfAll(): Next | null {
    let best: Next | null = null;
    for (const [account, line] of this.#lines) {
      if (best === null || line.taken < best.line.taken) best = this.#nextOf(account, line) ?? best;
    }
    return best;
  }

  /** The first that may begin of an account. */
  #nextOf(account: PlaceOwner["account"], line: Line): Next | null {
    for (const waiting of line.waiting) {
      if (this.#whyFull(line, waiting.part) === null) return { account, line, waiting };
    }
    return null;
  }

  #forgetIfIdle(account: PlaceOwner["account"], line: Line): void {
    if (line.taken > 0 || line.waiting.size > 0) return;
    if (this.#lines.get(account) === line) this.#lines.delete(account);
  }
}
