/** What was sent has not the form that it needs; the route's runner answers 400. */
export class BadInput extends Error {
  override name = "BadInput";
  readonly field: string;
  /** In words, without a value that was sent. */
  readonly expected: string;
  constructor(field: string, expected: string) {
    super(`${field}: ${expected}`);
    this.field = field;
    this.expected = expected;
  }
}
