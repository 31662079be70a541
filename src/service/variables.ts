import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** A variable whose value cannot be used; the message is the sentence for the operator. */
export class WrongSetting extends Error {
  override name = "WrongSetting";
}

/** A variable that was read: its value, null where it has none, and where that comes from. */
export interface ReadVariable {
  readonly value: string | null;
  readonly source: "flag" | "environment" | "env-file" | "default";
  /** All that it may be, where that is a list. */
  readonly choices?: readonly string[];
}

/** Where variables come from beside the environment. */
export interface Origins {
  /** Values typed as flags, by variable; they go before the environment. */
  readonly flags: ReadonlyMap<string, string>;
  /** The variables of the environment that `addEnvFile` has added. */
  readonly envFile: ReadonlySet<string>;
}

/**
 * The variables of an environment. Every one also accepts `NAME_FILE`, the path of a file that holds the value; an
 * empty variable counts as unset. Reading throws `WrongSetting`.
 */
export class Variables {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #origins: Origins;
  /** By name, in the order in which they were read first. */
  readonly read = new Map<string, ReadVariable>();

  constructor(
    environment: NodeJS.ProcessEnv,
    origins: Origins = { flags: new Map(), envFile: new Set() },
  ) {
    this.#environment = environment;
    this.#origins = origins;
  }

  /** Null where the variable is unset. */
  given(name: string): string | null {
    const { flags, envFile } = this.#origins;
    const flag = flags.get(name) ?? "";
    const value = flag === "" ? this.#find(name) : flag;
    const isOfFile = envFile.has(name) || envFile.has(`${name}_FILE`);
    const source = isOfFile ? "env-file" : "environment";
    const given = flag === "" ? source : "flag";
    this.read.set(name, { value, source: value === null ? "default" : given });
    return value;
  }

  #find(name: string): string | null {
    const value = this.#environment[name] ?? "";
    const file = this.#environment[`${name}_FILE`] ?? "";
    if (value !== "" && file !== "") {
      throw new WrongSetting(`${name} and ${name}_FILE are both set: keep one of them.`);
    }
    if (value !== "" || file === "") return value === "" ? null : value;
    const content = readTextFile(`${name}_FILE`, file).trim();
    return content === "" ? null : content;
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
    const read = this.read.get(name);
    if (read !== undefined) this.read.set(name, { ...read, choices: accepted });
    const known = accepted.find((each) => each === value);
    if (known !== undefined) return known;
    throw wrongValue(name, value, `one of ${accepted.join(", ")}`);
  }
}

/**
 * Adds the variables of an `.env` file to an environment, whose own go before them, so that child processes and
 * libraries find them too. Returns the names of those that were added. Throws `WrongSetting`.
 */
export function addEnvFile(environment: NodeJS.ProcessEnv, path: string): string[] {
  const isFree = (name: string) => (environment[name] ?? "") === "";
  const added = Object.entries(readEnvFile(path)).filter(([name]) => {
    const base = name.replace(/_FILE$/, "");
    return isFree(base) && isFree(`${base}_FILE`);
  });
  Object.assign(environment, Object.fromEntries(added));
  return added.map(([name]) => name);
}

/** The variables of an `.env` file. Throws `WrongSetting`. */
export function readEnvFile(path: string): Record<string, string | undefined> {
  return parseEnv(readTextFile("--env-file", path));
}

/**
 * Reads a file that the flag or the variable names: text in UTF-8, without its byte order mark. The messages have neither
 * the path nor the cause, which repeats it: somebody may have put a secret there.
 */
function readTextFile(name: string, path: string): string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new WrongSetting(`${name} must be the path of a file that can be read (${code}).`);
  }
  try {
    // UTF-16 without a mark is full of zeros, which UTF-8 allows.
    if (content.includes(0)) throw new TypeError("UTF-16");
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw new WrongSetting(
      `${name} names a file that is not text in UTF-8: save it as UTF-8, which editors on Windows may call UTF-8 without BOM.`,
    );
  }
}

/** The message repeats the value, so the variable must be one that cannot hold a password, but in an address. */
export function wrongValue(name: string, value: string, accepted: string): WrongSetting {
  return new WrongSetting(
    `${name} is ${JSON.stringify(withoutSecrets(value))}, but must be ${accepted}.`,
  );
}

/** An address without what it has before its host and after its path; any other value as it is. */
export function withoutSecrets(value: string): string {
  const [place = "", ...more] = value.split(/[?#]/);
  if (!place.includes("://")) return value;
  // A password may have a question mark in it, and so end behind it.
  const isCut = !place.includes("@") && more.some((part) => part.includes("@"));
  const host = place.replace(isCut ? /:\/\/.*/ : /:\/\/.*@/, isCut ? "://***" : "://***@");
  return more.length === 0 || isCut ? host : `${host}?***`;
}
