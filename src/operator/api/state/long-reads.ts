import { FairPlaces } from "../../../domain/fair-places.ts";
import type { Places, PlaceTaker } from "../../../operations/machinery/operation.ts";

/** How many reads may run at once: in all, of one account, and of one operator over all accounts. */
interface Shares {
  readonly all: number;
  readonly ofAccount: number;
  readonly ofOperator: number;
  /** How long one waits for a place; 0: not at all. */
  readonly waitMs?: number;
}

/**
 * Limits the reads of one sort that run at once over HTTP. Places are the account's first: each leaves free as many as it
 * has, and one that is given back goes to the account that has the fewest (`FairPlaces`).
 */
export class LongReads implements Places {
  readonly #shares: Shares;
  readonly #places: FairPlaces;
  readonly #ofOperators = new Map<string, number>();

  constructor(shares: Shares) {
    const { all, ofAccount, ofOperator } = shares;
    this.#shares = shares;
    this.#places = new FairPlaces({ all, ofAccount, ofPart: ofOperator });
  }

  /** Takes a place; null where none became free in time. The returned function releases the place. */
  begin({ account, operator }: PlaceTaker): Promise<(() => void) | null> {
    const { ofOperator, waitMs = 0 } = this.#shares;
    const running = this.#ofOperators.get(operator) ?? 0;
    if (running >= ofOperator) return Promise.resolve(null);
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | null = null;
      let isOver = false;
      const owner = { account: account ?? "installation", part: operator };
      const giveUp = this.#places.take(owner, (giveBack) => {
        isOver = true;
        if (timer !== null) clearTimeout(timer);
        resolve(this.#count(operator, giveBack));
      });
      const end = () => {
        if (isOver) return;
        giveUp();
        resolve(null);
      };
      if (waitMs === 0) end();
      else if (!isOver) timer = setTimeout(end, waitMs).unref();
    });
  }

  #count(operator: string, giveBack: () => void): () => void {
    const add = (more: number) => {
      const running = (this.#ofOperators.get(operator) ?? 0) + more;
      if (running === 0) this.#ofOperators.delete(operator);
      else this.#ofOperators.set(operator, running);
    };
    add(1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      add(-1);
      giveBack();
    };
  }
}
