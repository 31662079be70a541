import { randomBytes } from "node:crypto";
import type { PendingCancel } from "../bookings/pending-cancel.ts";

/** A customer of your own shop. */
export interface Customer {
  /** The value that the sign-in form sends. */
  readonly key: string;
  readonly name: string;
  /** Your id of the customer, by which the booking service knows them. */
  readonly externalId: string;
}

export interface Session {
  readonly id: string;
  readonly customer: Customer;
  /** Every form of this session carries it, and another site cannot know it. */
  readonly formToken: string;
  /** The pending cancels by booking, oldest first. */
  readonly pendingCancels: Map<string, PendingCancel>;
  /** The id of the hold whose form was opened last; null where none is to be released. */
  hold: string | null;
}

const sessionIdleMs = 30 * 60_000;
const mostSessions = 10_000;
const maxPendingCancels = 20;

/**
 * The sessions in this process's memory. Behind a load balancer with several processes, keep sessions in a
 * store that all of them share.
 */
export class Sessions {
  /** The least recently used session comes first. */
  readonly #sessions = new Map<string, { readonly session: Session; readonly usedAt: number }>();

  open(customer: Customer, now: number): Session {
    const session: Session = {
      id: randomBytes(24).toString("base64url"),
      customer,
      formToken: randomBytes(24).toString("base64url"),
      pendingCancels: new Map(),
      hold: null,
    };
    this.#keep(session, now);
    return session;
  }

  find(id: string | undefined, now: number): Session | null {
    const found = id === undefined ? undefined : this.#sessions.get(id);
    if (found === undefined) return null;
    this.#sessions.delete(found.session.id);
    if (now - found.usedAt > sessionIdleMs) return null;
    this.#keep(found.session, now);
    return found.session;
  }

  close({ id }: Session): void {
    this.#sessions.delete(id);
  }

  #keep(session: Session, usedAt: number): void {
    this.#sessions.set(session.id, { session, usedAt });
    for (const [id, oldest] of this.#sessions) {
      const idle = usedAt - oldest.usedAt > sessionIdleMs;
      if (!idle && this.#sessions.size <= mostSessions) return;
      this.#sessions.delete(id);
    }
  }
}

export function rememberPendingCancel(
  { pendingCancels }: Session,
  pendingCancel: PendingCancel,
): void {
  const { booking } = pendingCancel.booking;
  pendingCancels.delete(booking);
  pendingCancels.set(booking, pendingCancel);
  const [oldest] = pendingCancels.keys();
  if (pendingCancels.size > maxPendingCancels && oldest !== undefined)
    pendingCancels.delete(oldest);
}
