import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * Secrets and tokens are opaque texts: a prefix that names the kind for people and secret scanners, 256
 * random bits, and a checksum, so that a mistyped or invented one is refused without a look-up. Only their
 * hash, and of secrets and keys a prefix, is stored; with 256 random bits a plain SHA-256 cannot be reversed by guessing.
 * `findMatchingSecret` in `usecases/issue-token.ts` compares a client's secret; the others are looked up by their hash.
 */
const prefixes = {
  accessToken: "bst_",
  clientSecret: "bss_",
  operatorKey: "bsk_",
  signInCode: "bsl_",
} as const;

export type SecretKind = keyof typeof prefixes;

/** `random` must be 32 bytes from a cryptographic source. */
export function formatSecret(kind: SecretKind, random: Buffer): string {
  const body = prefixes[kind] + random.toString("base64url");
  return body + checksum(body);
}

export function isSecret(kind: SecretKind, text: string): boolean {
  return (
    text.length === 53 &&
    text.startsWith(prefixes[kind]) &&
    checksum(text.slice(0, 47)) === text.slice(47)
  );
}

/** SHA-256, hexadecimal. */
export function hashSecret(text: string): string {
  return hash("sha256", text);
}

/** Stands in place of a hash: no secret has it. */
export const hashOfNothing = "0".repeat(64);

/** The part of a secret that may be shown, so that people can distinguish two. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, 8);
}

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64url");
}
