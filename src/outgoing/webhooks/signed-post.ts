import type { KeyObject } from "node:crypto";
import type { Attempt } from "../../domain/webhooks/delivery.ts";
import { signMessage, withoutSecrets } from "../../domain/webhooks/signature.ts";
import type { Delivery } from "../../store/doors/webhooks.ts";
import type { Poster } from "./post.ts";

/** The secrets with which receivers check signatures at this moment, and the keys that are made of them. */
export interface LiveSecrets {
  readonly secrets: readonly string[];
  readonly keys: readonly KeyObject[];
}

/**
 * Posts a delivery with the headers of Standard Webhooks. `signMessage` in `domain/webhooks/signature.ts` makes the
 * signature. Without a secret nothing is posted.
 */
export async function postSigned(
  poster: Poster,
  delivery: Delivery,
  { secrets, keys }: LiveSecrets,
): Promise<Attempt> {
  // A thread that has no webhook to post for does not hold the operations.
  const { bodyOfDelivery } = await import("../../operations/webhooks/webhook-deliveries.ts");
  const body = bodyOfDelivery(delivery);
  const timestamp = Math.floor(Date.now() / 1000);
  if (secrets.length === 0) return noSecret();
  const attempt = await poster.post(
    {
      "webhook-id": delivery.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signMessage({ id: delivery.id, timestamp, body }, keys),
    },
    body,
  );
  const { answer } = attempt;
  return { ...attempt, answer: answer === null ? null : withoutSecrets(answer, secrets) };
}

function noSecret(): Attempt {
  const failed = { status: null, error: "no-secret", ms: 0, answer: null, retryAfterMs: null };
  return { ...failed, at: Date.now() };
}
