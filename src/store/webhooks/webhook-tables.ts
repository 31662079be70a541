/** The tables of webhooks and their deliveries, as part of `Tables`. */
export interface WebhookTables {
  webhook: {
    account_id: number;
    id: string;
    url: string;
    events: string;
    interactions: string;
    state: "active" | "paused" | "ended";
    /** Why it is not active, in a word; null where an operator paused it. */
    reason: string | null;
    created_at: number;
    state_at: number;
    cursor: string;
    position: number;
    lease_number: number;
    lease_beat: number;
    lease_held: 0 | 1;
  };
  webhook_secret: {
    account_id: number;
    webhook_id: string;
    id: string;
    sealed: string;
    created_at: number;
    expires_at: number | null;
  };
  webhook_delivery: {
    account_id: number;
    webhook_id: string;
    id: string;
    position: number;
    lane: string;
    booking_id: string | null;
    /** JSON: the slot's line, as it was when the change was taken. */
    slot: string | null;
    type: string;
    change_cursor: string;
    at: number;
    actor: string;
    request_id: string | null;
    state: "waiting" | "delivered" | "failed" | "given-up";
    attempts: number;
    failures: number;
    first_at: number | null;
    next_at: number;
    ended_at: number | null;
  };
  webhook_attempt: {
    account_id: number;
    webhook_id: string;
    delivery_id: string;
    number: number;
    at: number;
    status: number | null;
    error: string | null;
    ms: number;
    answer: string | null;
  };
}
