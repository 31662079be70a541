import { hash } from "node:crypto";
import type { ChangeKind } from "../change-feed.ts";

/** The type of a webhook's event, such as `booking.cancelled`. */
export function eventType(kind: "booking" | "slot", change: ChangeKind): string {
  return `${kind}.${change}`;
}

const kindOf = {
  booked: "booking",
  waitlisted: "booking",
  promoted: "booking",
  offered: "booking",
  "offer-ended": "booking",
  "reminder-due": "booking",
  cancelled: "booking",
  "ticket-cancelled": "booking",
  "checked-in": "booking",
  "check-in-undone": "booking",
  moved: "booking",
  imported: "booking",
  "contact-erased": "booking",
  "contact-merged": "booking",
  "attendee-changed": "booking",
  "contact-changed": "booking",
  "data-changed": "booking",
  "capacity-changed": "slot",
  "slot-changed": "slot",
  "slot-closed": "slot",
} as const satisfies Record<ChangeKind, "booking" | "slot">;

/** The types of events that a webhook may choose. */
export const eventTypes: readonly string[] = Object.entries(kindOf).map(([change, kind]) =>
  eventType(kind, change as ChangeKind),
);

/** The type of a delivery that `booking webhook test` makes. */
export const testType = "webhook.test";

/** Which changes a webhook posts; an empty list means all. */
export interface WebhookFilter {
  readonly events: readonly string[];
  /** Public keys. */
  readonly interactions: readonly string[];
}

export function wants(filter: WebhookFilter, type: string, interaction: string): boolean {
  const { events, interactions } = filter;
  return (
    (events.length === 0 || events.includes(type)) &&
    (interactions.length === 0 || interactions.includes(interaction))
  );
}

/**
 * The id of a delivery: the same whenever the same change is taken from the feed again, so that a receiver
 * recognizes a repetition.
 */
export function deliveryId(webhook: string, change: readonly (string | number)[]): string {
  return `msg_${hash("sha256", JSON.stringify([webhook, ...change])).slice(0, 32)}`;
}

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** The pauses after the first, the second … failure. After the last one, about three days, a delivery has failed. */
// oxfmt-ignore
const pauses = [
  2 * second, 10 * second, 60 * second, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour,
  4 * hour, 8 * hour, 8 * hour, 12 * hour, 12 * hour, 12 * hour, 12 * hour,
];

/** The longest `Retry-After` that is obeyed. */
const retryAfterMaxMs = 24 * hour;

/** The pause before the next attempt; null where it was the last one. */
export function pauseAfter(failures: number, retryAfterMs: number | null): number | null {
  const pause = pauses[failures - 1];
  if (pause === undefined) return null;
  return Math.max(pause, Math.min(retryAfterMs ?? 0, retryAfterMaxMs));
}

/** The result of one attempt. */
export interface Attempt {
  /** Milliseconds UTC. */
  readonly at: number;
  /** Null where there was no answer; `error` says why. */
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  /** The beginning of the answer. */
  readonly answer: string | null;
  readonly retryAfterMs: number | null;
}

export function wasDelivered({ status }: Pick<Attempt, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What an attempt makes of a delivery. */
export interface DeliveryState {
  readonly state: "waiting" | "delivered" | "failed" | "given-up";
  readonly failures: number;
  /** When it is posted again. Milliseconds UTC, as is the end. */
  readonly nextAt: number;
  readonly endedAt: number | null;
}

/** The delivery after an attempt that ended now. One that was given up meanwhile stays so. */
export function afterAttempt(
  before: DeliveryState,
  { status, retryAfterMs }: Pick<Attempt, "status" | "retryAfterMs">,
  now: number,
): DeliveryState {
  if (before.state !== "waiting") return before;
  if (wasDelivered({ status })) return { ...before, state: "delivered", endedAt: now };
  const failures = before.failures + 1;
  const pause = pauseAfter(failures, retryAfterMs);
  return pause === null
    ? { ...before, state: "failed", failures, endedAt: now }
    : { ...before, failures, nextAt: now + pause };
}

/** The receiver wants no more. */
export function isGone({ status }: Pick<Attempt, "status">): boolean {
  return status === 410;
}
