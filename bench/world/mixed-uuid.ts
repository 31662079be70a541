import { mix } from "./mix.ts";

/** The UUID of the nth record of a kind. It looks random, as real ones do, and is always the same. */
export function mixedUuid(kind: number, number: number): string {
  const words = [1, 2, 3, 4].map((word) =>
    mix(number, Math.imul(kind * 4 + word, 0x9e3779b1))
      .toString(16)
      .padStart(8, "0"),
  );
  const digits = words.join("");
  const variant = "89ab".charAt(Number.parseInt(digits.charAt(16), 16) & 3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}
