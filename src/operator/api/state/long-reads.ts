import type { Places, PlaceTaker } from "../../../operations/operation.ts";

/** How many reads may run at once: in all, of one account, and of one operator. */
interface Shares {
  readonly all: number;
  readonly ofAccount: number;
  readonly ofOperator: number;
}

/** Limits the reads of one sort that run at once over HTTP, so that nobody takes the places of others. */
export class LongReads implements Places {
  readonly #shares: Shares;
  readonly #running = new Set<PlaceTaker>();

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /** Takes a place; null when none is free. The returned function releases the place. */
  begin({ account, operator }: PlaceTaker): (() => void) | null {
    const running = [...this.#running];
    const { all, ofAccount, ofOperator } = this.#shares;
    if (running.length >= all) return null;
    if (running.filter((read) => read.account === account).length >= ofAccount) return null;
    if (running.filter((read) => read.operator === operator).length >= ofOperator) return null;
    const read = { account, operator };
    this.#running.add(read);
    return () => void this.#running.delete(read);
  }
}
