import { readFileSync } from "node:fs";

/** A variable whose value cannot be used; the message is the sentence for the operator. */
export class WrongSetting extends Error {
  override name = "WrongSetting";
}

/** A variable that was read: its value, null where it has none, and where that comes from. */
export interface ReadVariable {
  readonly value: string | null;
  readonly source: "environment" | "default";
}

/**
 * The variables of an environment. Every one also accepts `NAME_FILE`, the path of a file that holds the value; an
 * empty variable counts as unset. Reading throws `WrongSetting`.
 */
export class Variables {
  readonly #environment: NodeJS.ProcessEnv;
  /** By name, in the order in which they were read first. */
  readonly read = new Map<string, ReadVariable>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** Null where the variable is unset. */
  given(name: string): string | null {
    const value = this.#find(name);
    this.read.set(name, { value, source: value === null ? "default" : "environment" });
    return value;
  }

  #find(name: string): string | null {
    const value = this.#environment[name] ?? "";
    const file = this.#environment[`${name}_FILE`] ?? "";
    if (value !== "" && file !== "") {
      throw new WrongSetting(`${name} and ${name}_FILE are both set: keep one of them.`);
    }
    if (value !== "" || file === "") return value === "" ? null : value;
    try {
      const content = readFileSync(file, "utf8").trim();
      return content === "" ? null : content;
    } catch (error) {
      // Neither the value nor the cause, which repeats it: somebody may have put a secret there.
      const { code = "" } = error as NodeJS.ErrnoException;
      throw new WrongSetting(`${name}_FILE must be the path of a file that can be read (${code}).`);
    }
  }

  text(name: string, byDefault: string): string {
    const value = this.given(name);
    if (value !== null || byDefault === "") return value ?? byDefault;
    this.read.set(name, { value: byDefault, source: "default" });
    return byDefault;
  }

  whole(name: string, byDefault: number, least: number, most: number): number {
    const value = this.text(name, String(byDefault));
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    const range = `a whole number from ${least} to ${most}`;
    throw wrongValue(name, value, least === most ? `${least}` : range);
  }

  oneOf<Value extends string>(
    name: string,
    accepted: readonly [Value, ...Value[]],
    byDefault = accepted[0],
  ): Value {
    const value = this.text(name, byDefault);
    const known = accepted.find((each) => each === value);
    if (known !== undefined) return known;
    throw wrongValue(name, value, `one of ${accepted.join(", ")}`);
  }
}

/** The message repeats the value, so the variable must be one that cannot hold a password. */
export function wrongValue(name: string, value: string, accepted: string): WrongSetting {
  return new WrongSetting(`${name} is ${JSON.stringify(value)}, but must be ${accepted}.`);
}
