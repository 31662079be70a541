import { setTimeout as sleep } from "node:timers/promises";
import { FairPlaces } from "../../../domain/fair-places.ts";
import { limitKey } from "../../../http/call/raw-request.ts";
import { RateLimit } from "../../../http/rate-limits/rate-limits.ts";
import type { AnyRefusal } from "../../../operations/machinery/problems.ts";
import type { AccountId } from "../../../domain/account.ts";
import type { Operator } from "../../../store/doors/access.ts";
import type { Places, PlaceTaker } from "../../../operations/machinery/operation.ts";

/** The time that the answer to a request past the limit is held. */
const holdMs = 1_000;
/** The most answers that are held at a time; further ones are sent at once. */
const mostHeld = 1_000;

/**
 * Counts requests without a valid key or session that failed, by address (decision B94). Answers past
 * the limit are held, because a client that is refused at once retries at once.
 */
export class FailedRequests {
  readonly #limit: RateLimit;
  #held = 0;

  /** 0 switches the limit off. */
  constructor(perMinute: number) {
    this.#limit = new RateLimit(perMinute);
  }

  /** Whether the address is past the limit; counts nothing. */
  isPast(address: string): boolean {
    return this.#limit.look(limitKey(address), performance.now())?.limited === true;
  }

  /** Counts one. Past the limit, resolves after a while with the seconds until the window ends. */
  async count(address: string): Promise<number | null> {
    const state = this.#limit.count(limitKey(address), performance.now());
    if (state?.limited !== true) return null;
    if (this.#held < mostHeld) {
      this.#held += 1;
      await sleep(holdMs);
      this.#held -= 1;
    }
    return state.resetSeconds;
  }
}

/** Who makes something: an account's key where it is of one account, else the operator. */
interface Maker {
  readonly account: AccountId | null;
  readonly operator: Pick<Operator, "name" | "accounts">;
}

/**
 * Counts what is made over HTTP and costs every process a read, or a row that stays: clients, secrets, hosts, operators,
 * webhooks, campaigns, imports. One account's keys take nothing of another's. The command line has no such limit.
 */
export class Creations {
  readonly #limit: RateLimit;

  constructor(perMinute: number) {
    this.#limit = new RateLimit(perMinute);
  }

  /** Counts one; the refusal where the account, or the operator, has made as many as it may. */
  refuse({ account, operator }: Maker): AnyRefusal | null {
    return this.#count(account === null ? lineOfOperator(operator) : `account ${account}`);
  }

  /** The same for a session, which is its operator's: many people of one account sign in at a time. */
  refuseSession({ name }: Maker["operator"]): AnyRefusal | null {
    return this.#count(`session ${name}`);
  }

  #count(key: string): AnyRefusal | null {
    const state = this.#limit.count(key, performance.now());
    if (state?.limited !== true) return null;
    return { why: "too-many-creations", retryAfterSeconds: state.resetSeconds };
  }
}

/** An account's line where the operator has that account alone, else the operator's. */
export function lineOfOperator({ accounts, name }: Pick<Operator, "name" | "accounts">): string {
  const [only] = accounts ?? [];
  return accounts?.length === 1 && only !== undefined ? `account ${only.id}` : `operator ${name}`;
}

/** Counts the holds that each key makes in a second. */
export class HoldRate {
  readonly #perSecond: number;
  #second = 0;
  readonly #counts = new Map<string, number>();

  /** 0 switches the limit off. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Counts one; the refusal where the key has made as many in this second as it may. `now` is in milliseconds. */
  refuse(
    { id, name }: Pick<Operator, "name"> & { readonly id?: string },
    now: number,
  ): AnyRefusal | null {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#counts.clear();
    this.#second = second;
    const key = id ?? name;
    const made = this.#counts.get(key) ?? 0;
    if (this.#perSecond > 0 && made >= this.#perSecond) return { why: "too-many-holds" };
    this.#counts.set(key, made + 1);
    return null;
  }
}

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
