import { formatAccountName, parseAccountName, parseHost } from "../../domain/account.ts";
import { isBookingId } from "../../domain/identifier.ts";
import { parseInstant } from "../../domain/instant.ts";

/** The command was not understood: exit status 2. */
export class WrongUsage extends Error {
  override name = "WrongUsage";
}

/** Makes a reader of an argument; what `parse` does not accept is wrong usage. */
export function reader<T>(
  parse: (text: string) => T | null | undefined,
  noun: string,
): (text: string) => T {
  return (text) => {
    const value = parse(text);
    if (value !== null && value !== undefined) return value;
    throw new WrongUsage(`${JSON.stringify(text)} is no ${noun}.`);
  };
}

const wordsByReader = new WeakMap<object, readonly string[]>();

/** Reads one of several words. */
export function oneOf<T extends string>(noun: string, words: readonly T[]): (text: string) => T {
  const read = reader(
    (text) => words.find((word) => word === text),
    `${noun}: ${words.join(", ")}`,
  );
  wordsByReader.set(read, words);
  return read;
}

/** The words of a reader that `oneOf` made; null for any other. */
export function choicesOfReader(read: (text: string) => unknown): readonly string[] | null {
  return wordsByReader.get(read) ?? null;
}

/** Reads `tenant/environment`. */
export const readAccountName = reader(
  parseAccountName,
  "account: write tenant/environment, the environment one of development, uat, production " +
    "(for example acme/production)",
);

/** Reads the same as text, to be sent. */
export const readAccountText = (text: string) => formatAccountName(readAccountName(text));

/** Reads an API host; its port and its case do not count. */
export const readHost = reader(
  parseHost,
  "host name: write it without scheme and path (for example api.acme.example)",
);

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads `90s`, `30m`, `24h` or `7d` as milliseconds. */
export const readDuration = reader((text) => {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return unit === undefined ? null : Number(count) * units[unit as keyof typeof units];
}, "duration: write 90s, 30m, 24h or 7d");

export const readBookingId = reader(
  (text) => (isBookingId(text) ? text : null),
  "booking: it must be a lower-case UUID, as the list shows it",
);

export const readHoldId = reader(
  (text) => (isBookingId(text) ? text : null),
  "id of a hold: choose a lower-case UUID, such as 0b7e1c7a-5b4e-4a55-8f0e-7c1d2e3f4a5b",
);

export const readInstant = reader(
  parseInstant,
  "time: write RFC 3339, for example 2030-05-01T08:00:00Z",
);

/** Reads a whole number from `least` on. */
export function wholeFrom(least: number): (text: string) => number {
  return reader((text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    return value >= least ? value : null;
  }, `whole number from ${least} on`);
}

/** Collects a flag that may be repeated; its default is the empty array. */
export function collect<T>(
  read: (text: string) => T,
): (text: string, earlier: readonly T[]) => T[] {
  return (text, earlier) => [...earlier, read(text)];
}
