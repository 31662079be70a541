import type { TSchema } from "typebox";
// Not `typebox/compile`, which loads everything that can be done with a value: 146 modules more.
import { Compile } from "typebox/schema";
import { BadInput } from "./bad-input.ts";

type Check = (value: unknown) => void;

const checks = new WeakMap<TSchema, Check>();

/** Throws `BadInput` for what is not as the schema says; `place` names where it was sent. */
export function checkAgainst(schema: TSchema, value: unknown, place: string): void {
  const known = checks.get(schema);
  if (known !== undefined) return known(value);
  const compiled = Compile(schema);
  const check: Check = (given) => {
    if (compiled.Check(given)) return;
    const [, [error]] = compiled.Errors(given);
    const path = (error?.instancePath ?? "").slice(1).replaceAll("/", ".").slice(0, 100);
    // A choice of literals is told by what they are, instead of by the first that does not fit.
    const unknown = error?.keyword === "boolean";
    const expected = unknown ? "there is no such field" : (error?.message ?? "it is malformed");
    throw new BadInput(path === "" ? place : path, expected);
  };
  checks.set(schema, check);
  return check(value);
}
