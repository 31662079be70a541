import { hash } from "node:crypto";

/** The namespace of these ids, with which other programs make the same ones. */
const namespace = Buffer.from("6f0d8c5e0b1e5c559d8a2f4f3a1c7e21", "hex");

/**
 * The id of a booking that a file names by its reference alone: a UUID of version 5 (RFC 9562) of the account as
 * `tenant/environment`, the campaign's public key and the reference, joined by a line feed.
 */
export function idOfReference(account: string, publicKey: string, reference: string): string {
  const name = Buffer.from([account, publicKey, reference].join("\n"));
  const digest = hash("sha1", Buffer.concat([namespace, name]), "buffer").subarray(0, 16);
  // The bits of the version and of the variant.
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
