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
