import { isIP } from "node:net";

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`; null for anything else. */
export function parseRange(
  text: string,
): { address: string; prefix: number; family: "ipv4" | "ipv6" } | null {
  const [address = "", length, ...rest] = text.split("/");
  const family = familyOf(address);
  if (family === null || rest.length > 0) return null;
  const bits = family === "ipv4" ? 32 : 128;
  if (length === undefined) return { address, prefix: bits, family };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return prefix <= bits ? { address, prefix, family } : null;
}

export function familyOf(address: string): "ipv4" | "ipv6" | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? "ipv4" : "ipv6";
}
