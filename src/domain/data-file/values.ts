import { isObject } from "../json.ts";
import { carriedMaxMs } from "../clock.ts";
import { formatInstant, formatInstantOrNull, parseInstant } from "../instant.ts";
import { isExternalId, externalIdMaxLength, isUuid, isBookingId } from "../identifier.ts";
import type { BookingId } from "../booking.ts";
import { isBaseLanguage, type LanguageMap } from "../language.ts";
import { longestSlotMinutes } from "../slot-length.ts";
import { isTimeZone } from "../zones/zone-clock.ts";

const mark = Symbol("mismatch");

/** An unexpected value and its path: `.tickets[0].cancelled_at`. */
export interface Mismatch {
  readonly [mark]: true;
  readonly path: string;
  readonly expected: string;
}

/** What a reader accepts, as far as a schema says it. */
export type Shape =
  | { readonly is: "text"; readonly minLength: 0 | 1; readonly maxLength: number }
  | { readonly is: "integer"; readonly minimum: number; readonly maximum?: number }
  | { readonly is: "choice"; readonly of: readonly string[] }
  | { readonly is: "words"; readonly maxItems: number }
  | {
      readonly is: "numbers";
      readonly minimum: number;
      readonly maximum: number;
      readonly maxItems: number;
    }
  | { readonly is: "uuid" | "flag" | "instant" | "texts by language" };

/** Parses one JSON value: returns the program's value, or a description of what was expected. */
export interface Reader<T> {
  (value: unknown, now: number): T | Mismatch;
  readonly shape?: Shape;
}

/** A reader that was just made, with its shape. */
export function shaped<T>(shape: Shape, read: Reader<T>): Reader<T> {
  return Object.assign(read, { shape });
}

export function mismatch(expected: string, path = ""): Mismatch {
  return { [mark]: true, path, expected };
}

// A marked object rather than a field name: a language map may have any name as its key.
export function isMismatch(value: unknown): value is Mismatch {
  return typeof value === "object" && value !== null && mark in value;
}

export function inside(name: string, found: Mismatch): Mismatch {
  return mismatch(found.expected, name + found.path);
}

export function listOf<T>(
  item: Reader<T>,
  items: { readonly min: number; readonly max: number; readonly expected: string },
): Reader<readonly T[]> {
  return (value, now) => {
    if (!Array.isArray(value) || value.length < items.min || value.length > items.max) {
      return mismatch(items.expected);
    }
    const result: T[] = [];
    for (const [index, element] of value.entries()) {
      const read = item(element, now);
      if (isMismatch(read)) return inside(`[${index}]`, read);
      result.push(read);
    }
    return result;
  };
}

/** Characters of a file's text that a report repeats, at most. */
const shownMaxLength = 256;

/** A text from the file in the form that a report may repeat: bounded and well formed. */
export function shown(given: string): string {
  return given.length > shownMaxLength
    ? `${given.slice(0, shownMaxLength).toWellFormed()}…`
    : given.toWellFormed();
}

/** The types of field values in a data file, with their limits. */
export const identifierMaxLength = 256;
export const displayNameMaxLength = 1024;
export const reasonMaxLength = 200;
export const clientLabelMaxLength = 128;
/** The largest integer that a column holds on every engine. */
export const integerMax = 2_147_483_647;
/** The characters of a title's or a hint's texts and codes together: a list repeats them in each booking. */
export const languageMapMaxLength = 16_384;
/** How far the clock of the file's system may be ahead of this one. */
export const clockSkewMs = carriedMaxMs;

/** A public key, a unique key or an id. */
export const identifier = shaped(
  { is: "text", minLength: 1, maxLength: identifierMaxLength },
  text(
    `a text of 1 to ${identifierMaxLength} characters without control characters`,
    (given) => hasLength(given, 1, identifierMaxLength) && !/\p{Cc}/u.test(given),
  ),
);

/** A booking's number or name in the shop's own system. */
export const referenceMaxLength = 64;
export const reference = text(
  `a text of 1 to ${referenceMaxLength} characters without control characters`,
  (given) => hasLength(given, 1, referenceMaxLength) && !/\p{Cc}/u.test(given),
);

export const displayName = shaped(
  { is: "text", minLength: 0, maxLength: displayNameMaxLength },
  text(
    `a text of up to ${displayNameMaxLength} characters without NUL`,
    (given) => hasLength(given, 0, displayNameMaxLength) && !given.includes("\0"),
  ),
);

/** The reason of a cancel. */
export const reason = printableLine(reasonMaxLength);

/** The label of a client. */
export const clientLabel = printableLine(clientLabelMaxLength);

export const externalId = text(
  `a text of 1 to ${externalIdMaxLength} characters without NUL`,
  isExternalId,
);

export const uuid = shaped({ is: "uuid" }, text("a lower-case UUID", isUuid));

export const bookingId = text("a lower-case UUID", isBookingId) as Reader<BookingId>;

export const baseLanguage = shaped(
  { is: "text", minLength: 1, maxLength: 8 },
  text("a base language code such as en or fr", isBaseLanguage),
);

export const timeZone = shaped(
  { is: "text", minLength: 1, maxLength: 64 },
  text("the name of an IANA time zone such as Europe/Paris, not an offset", isTimeZone),
);

export const boolean: Reader<boolean> = shaped({ is: "flag" }, (value) =>
  typeof value === "boolean" ? value : mismatch("true or false"),
);

export function integer(min: number, max: number, orElse = ""): Reader<number> {
  const expected = `an integer from ${min} to ${max}${orElse}`;
  return shaped({ is: "integer", minimum: min, maximum: max }, (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
      ? // -0 is an integer to JavaScript, and prints as none.
        value + 0
      : mismatch(expected),
  );
}

/** Any number that a column holds. A schema does not say how large that is. */
export function integerFrom(min: number, orElse = ""): Reader<number> {
  return shaped({ is: "integer", minimum: min }, integer(min, integerMax, orElse));
}

/** A line's null does not reach it, which says that there is no set length. */
export const slotDuration = integer(1, longestSlotMinutes, ", or null for none (in CSV: none)");

export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  const expected = values.length === 1 ? `${values[0]}` : `one of ${values.join(", ")}`;
  return shaped(
    { is: "choice", of: values },
    (value) => values.find((known) => known === value) ?? mismatch(expected),
  );
}

/** `Date.UTC` takes the years from 0 to 99 for those of the 20th century. */
const daysFromYearOneTo2000 = 730_119;
const dayMs = 86_400_000;
const yearOne = Date.UTC(2000, 0, 1) - daysFromYearOneTo2000 * dayMs;
const endOfYear9999 = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Milliseconds since 1970, UTC. A value that an engine cannot store exactly is refused, never rounded. */
export const instant: Reader<number> = shaped({ is: "instant" }, (value) => {
  const read = typeof value === "string" ? parseInstant(value) : null;
  return read === null || read < yearOne || read > endOfYear9999 || !Number.isInteger(read)
    ? mismatch(
        "an RFC 3339 time with seconds, and Z or an offset, to the millisecond, in the years 0001 to 9999, such as 2030-05-01T08:00:00Z",
      )
    : read;
});

/** The written form of a field that holds an instant. */
export const writtenAsInstant = { write: formatInstant };
export const writtenAsInstantOrNull = { write: formatInstantOrNull };

/** An instant in the past, within the tolerance for clocks. */
export const pastInstant: Reader<number> = (value, now) => {
  const read = instant(value, now);
  return !isMismatch(read) && read > now + clockSkewMs
    ? mismatch(`a time not later than now, such as ${formatInstant(Math.floor(now / 1000) * 1000)}`)
    : read;
};

/** Texts by base language code. It may lack any language, or be empty (decision A42). */
export const languageMap: Reader<LanguageMap> = shaped(
  { is: "texts by language" },
  (value, now) => {
    if (!isObject(value)) return mismatch("an object of texts by base language code");
    let length = 0;
    for (const [language, given] of Object.entries(value)) {
      if (!isBaseLanguage(language)) {
        return inside(
          `.${shown(language)}`,
          mismatch("a base language code such as en or fr as key"),
        );
      }
      const read = languageText(given, now);
      if (isMismatch(read)) return inside(`.${language}`, read);
      length += language.length + Array.from(read).length;
    }
    if (length > languageMapMaxLength) {
      return mismatch(`texts and codes of up to ${languageMapMaxLength} characters together`);
    }
    return value as LanguageMap;
  },
);

const languageText = text("a text without NUL", (given) => !given.includes("\0"));

/** A text without lone surrogates, which UTF-8 cannot encode. */
function text(expected: string, accepts: (given: string) => boolean): Reader<string> {
  return (value) =>
    typeof value === "string" && value.isWellFormed() && accepts(value)
      ? value
      : mismatch(expected);
}

/** Counts characters, not UTF-16 units. */
function hasLength(given: string, min: number, max: number): boolean {
  const length = given.length > max ? Array.from(given).length : given.length;
  return length >= min && length <= max;
}

function printableLine(maxLength: number): Reader<string> {
  return text(
    `a text of 1 to ${maxLength} printable characters`,
    (given) => hasLength(given, 1, maxLength) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(given),
  );
}
