import { isMismatch, type Reader } from "../domain/data-file/reader.ts";
import type { Refused } from "../domain/refusal.ts";

/** A value has not the form that its field needs; the answer is 400. */
export class BadInput extends Error {
  override name = "BadInput";
  readonly field: string;
  /** The field's expected form, as the rest of a sentence, without any value that was sent. */
  readonly expected: string;
  constructor(field: string, expected: string) {
    super(`${field} ${expected}`);
    this.field = field;
    this.expected = expected;
  }
}

type Malformed = Refused<{
  readonly why: "value-malformed";
  readonly field: string;
  readonly expected: string;
}>;

/** Refuses a value that its field's reader does not accept; null for a good one, or for none. */
export function refuseValue(
  field: string,
  reader: Reader<unknown>,
  value: unknown,
): Malformed | null {
  const read = value === null || value === undefined ? null : reader(value, 0);
  return isMismatch(read)
    ? { refused: { why: "value-malformed", field, expected: read.expected } }
    : null;
}
