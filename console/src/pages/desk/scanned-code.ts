import { foldText } from "../../../../src/domain/fold-text.ts";
import { readThroughLayouts } from "./through-layouts.ts";

/** The text of the desk's box, from a scanner or a keyboard, by its meaning. */
export type ScannedCode =
  | { readonly kind: "nothing" }
  | { readonly kind: "booking"; readonly booking: string }
  /** An external id, or a part of a name. */
  | { readonly kind: "words"; readonly text: string };

/**
 * Reads the text of the desk's box. A booking's id is found inside other text (a link, braces), in
 * capitals, without its hyphens, or with another character in their place, and through the keyboard layouts on
 * which a scanner for US keyboards types other characters. What two layouts read otherwise is words.
 */
export function readScan(typed: string): ScannedCode {
  // Scanners send invisible characters, such as group separators.
  const text = typed.replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  if (text === "") return { kind: "nothing" };
  const { a, b, c, d, e, gap } = [...text.matchAll(bookingId)].at(-1)?.groups ?? {};
  const plain = a === undefined ? [] : [[a, b, c, d, e].join("-").toLowerCase()];
  if (gap !== "" && gap !== "-") plain.push(...readThroughLayouts(text));
  const [booking, ...others] = new Set(plain);
  return booking === undefined || others.length > 0
    ? { kind: "words", text }
    : { kind: "booking", booking };
}

const bookingId =
  /(?<![0-9a-z])(?<a>[0-9a-f]{8})(?<gap>[^0-9a-f]?)(?<b>[0-9a-f]{4})\k<gap>(?<c>[0-9a-f]{4})\k<gap>(?<d>[0-9a-f]{4})\k<gap>(?<e>[0-9a-f]{12})(?![0-9a-z])/giu;

/** Parses the ticket numbers of `2` or `1 3`; null where the text is anything else. */
export function readTicketNumbers(
  typed: string,
  among: readonly number[],
): readonly number[] | null {
  const text = typed.trim();
  if (!/^\d{1,4}([\s,+]+\d{1,4})*$/.test(text)) return null;
  const numbers = [...new Set(text.split(/[\s,+]+/).map(Number))];
  return numbers.every((number) => among.includes(number)) ? numbers : null;
}

/**
 * Whether a person or an external id matches the typed text: each typed word begins one of their
 * words, as the service compares them. An external id is also compared as it is written.
 */
export function matches(text: string, candidates: readonly (string | null)[]): boolean {
  const given = candidates.flatMap((each) => {
    const whole = partsOf(each ?? "");
    return [...whole, ...whole.flatMap(plainWordsIn)];
  });
  const begins = (typed: string) => given.some((each) => each.startsWith(typed));
  return partsOf(text).every((part) => {
    const words = plainWordsIn(part);
    return begins(part) || (words.length > 0 && words.every(begins));
  });
}

function partsOf(text: string): string[] {
  return foldText(text).split(/\s+/);
}

function plainWordsIn(part: string): string[] {
  return part.match(/[\p{L}\p{N}]+/gu) ?? [];
}
