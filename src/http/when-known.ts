/** Goes on with what is there at once, or will be: a promise for each would cost more than most of it. */
export function whenKnown<T>(
  value: T | Promise<T>,
  goOn: (value: T) => void,
  fail: (error: Error) => void,
): void {
  if (value instanceof Promise) value.then(goOn, fail);
  else goOn(value);
}
