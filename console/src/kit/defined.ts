type Defined<Shape> = { [Name in keyof Shape]?: Exclude<Shape[Name], undefined> };

/** Returns the members that have a value. */
export function defined<Shape extends object>(shape: Shape): Defined<Shape> {
  const entries = Object.entries(shape).filter(([, value]) => value !== undefined);
  // The members are those of the shape, without undefined ones.
  return Object.fromEntries(entries) as Defined<Shape>;
}
