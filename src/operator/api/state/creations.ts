import type { AccountId } from "../../../domain/account.ts";
import { RateLimit } from "../../../http/rate-limits/rate-limits.ts";
import type { AnyRefusal } from "../../../operations/machinery/problems.ts";
import type { Operator } from "../../../store/doors/access.ts";

/** Who makes something: an account's key where it is of one account, else the operator. */
interface Maker {
  readonly account: AccountId | null;
  readonly operator: Pick<Operator, "name" | "accounts">;
}

/**
 * Counts what is made over HTTP and costs every process a read, or a row that stays: clients, secrets, hosts, operators,
 * webhooks and their test posts, campaigns, imports. One account's keys take nothing of another's. The command line has
 * no such limit.
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

  /** Counts a session by a key or a code, for its operator and not for the account: many people of one account sign in at a time. */
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
