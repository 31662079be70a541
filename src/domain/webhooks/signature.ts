import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
} from "node:crypto";

/** The form of Standard Webhooks: `whsec_` and base64. `random` are 32 bytes from a cryptographic source. */
export function formatWebhookSecret(random: Buffer): string {
  return prefix + random.toString("base64");
}

const prefix = "whsec_";

/** A message as Standard Webhooks signs it. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds UTC. */
  readonly timestamp: number;
  readonly body: string;
}

/** A secret as `signMessage` takes it: making a key of it costs as much as signing. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(prefix.length), "base64");
}

/** The value of `webhook-signature`: one signature for each secret that is live. */
export function signMessage(
  { id, timestamp, body }: SignedMessage,
  keys: readonly KeyObject[],
): string {
  return keys
    .map((key) => {
      const digest = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
      return `v1,${digest.digest("base64")}`;
    })
    .join(" ");
}

/** An answer may repeat a secret, also escaped; what is kept of it must not. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // Whole ones first: of one that is escaped, the rest without its beginning may stand there as it is.
  return secrets
    .flatMap((secret) => [secret, secret.slice(prefix.length)])
    .reduce(
      (rest, secret) => rest.replaceAll(secret, hidden),
      text.replaceAll(/whsec_[A-Za-z0-9+/=\\%]+/g, hidden),
    );
}

const hidden = "[secret]";

/** 32 bytes in base64; null for anything else. */
export function parseSealingKey(text: string): Buffer | null {
  const key = Buffer.from(text, "base64");
  return key.length === 32 && key.toString("base64") === text ? key : null;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a secret with AES-256-GCM. It opens again under the same key and for the same `owner` only. */
export function sealSecret(
  key: Buffer,
  { owner, secret }: Readonly<Record<"owner" | "secret", string>>,
  nonce: Buffer,
): string {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Null under another key, or for another owner. */
export function openSecret(
  key: Buffer,
  { owner, sealed }: Readonly<Record<"owner" | "sealed", string>>,
): string | null {
  const bytes = Buffer.from(sealed, "base64");
  const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
  const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(rest.subarray(0, tagBytes));
  try {
    return cipher.update(rest.subarray(tagBytes), undefined, "utf8") + cipher.final("utf8");
  } catch {
    return null;
  }
}
