/** The headers of a post, as `Headers` or as a plain object. */
export type WebhookHeaders =
  | Pick<Headers, "get">
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A post that the service has signed. */
export interface WebhookEvent {
  /** `webhook-id`: the same for a repetition. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  /** A line of the feed of changes. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The post was not signed by the service, or long ago. */
export class WebhookError extends Error {
  override name = "WebhookError";
}

/** How far the sender's clock and this one may be apart, and how late a post may be. */
const toleranceSeconds = 300;

/**
 * Checks the signature of a webhook's post (Standard Webhooks) and returns its event. `body` is the text as it
 * arrived, before any parsing; `secret` is `whsec_…`. Signatures are compared in constant time. Throws `WebhookError`.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  { now = Date.now, tolerance = toleranceSeconds }: { now?: () => number; tolerance?: number } = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  const at = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now() / 1000 - at) <= tolerance)) {
    throw new WebhookError("The webhook's timestamp is not within the tolerance.");
  }
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(" ")) {
    if (!signature.startsWith("v1,")) continue;
    const given = bytesOf(signature.slice("v1,".length));
    if (await crypto.subtle.verify("HMAC", key, given, signed)) {
      return { ...(JSON.parse(body) as Omit<WebhookEvent, "id">), id };
    }
  }
  throw new WebhookError("The webhook's signature is not good.");
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    "get" in headers && typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookError(`The header ${name} is missing.`);
}

/** Empty where the text is no base64, which no signature is. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
