import { hash } from "node:crypto";

/** The namespace of these ids, with which other programs make the same ones. */
const namespace = Buffer.from("6f0d8c5e0b1e5c559d8a2f4f3a1c7e21", "hex");

/**
 * The id of a booking that a file names by its reference alone: a UUID of version 5 (RFC 9562) of the account as
 * `tenant/environment`, the campaign's public key and the reference, joined by a line feed.
 */
export function idOfReference({ account, publicKey, reference }: Referred): string {
  const name = Buffer.from([account, publicKey, reference].join("\n"));
  const hex = hash("sha1", Buffer.concat([namespace, name]));
  const variant = ((Number(`0x${hex.charAt(16)}`) & 0x3) | 0x8).toString(16);
  const end = `${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${end}`;
}

type Referred = Readonly<Record<"account" | "publicKey" | "reference", string>>;
