/** Reads one parameter of an address; undefined where it is absent or has no known value. */
type Reader<Value> = (text: string) => Value | undefined;

type Read<Shape> = {
  readonly [Name in keyof Shape]?: Shape[Name] extends Reader<infer Value> ? Value : never;
};

/** Any text but an empty one. */
export const text: Reader<string> = (given) => (given === "" ? undefined : given);

/** A calendar day, as `2031-05-01`. */
export const day: Reader<string> = (given) =>
  /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;

/** One of these words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return (given) => words.find((word) => word === given);
}

/**
 * The typed parameters of a page's address, for the router's `validateSearch`. Unknown or unreadable
 * parameters are left out, so that a truncated address still leads to its page.
 */
export function searchOf<const Shape extends Readonly<Record<string, Reader<string>>>>(
  shape: Shape,
): (given: Readonly<Record<string, unknown>>) => Read<Shape> {
  return (given) => {
    const entries = Object.entries(shape).flatMap(([name, read]) => {
      const said = given[name];
      const value = typeof said === "string" ? read(said) : undefined;
      return value === undefined ? [] : [[name, value]];
    });
    // Each member was read by the reader of its name.
    return Object.fromEntries(entries) as Read<Shape>;
  };
}

/** An address's parameters as texts: an id of digits stays a text. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`;
}
