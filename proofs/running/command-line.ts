import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { engineNames, type EngineName, type Proof } from "./proof.ts";

/** The parsed arguments of `npm run prove`. */
export interface Words {
  readonly names: readonly string[];
  readonly listOnly: boolean;
  readonly engines: readonly EngineName[];
  readonly seed: number;
  /** Null for each proof's default. */
  readonly count: number | null;
  readonly full: boolean;
  /** Runs the proofs for every change of the code, side by side, with their small counts. */
  readonly ci: boolean;
  /** The time limit of one proof on one engine. Null for each proof's own. */
  readonly minutes: number | null;
  readonly jsonFile: string | null;
}

const usage = `
  npm run prove                 all proofs, a few minutes each at most
  npm run prove -- list         their names and what they try to break
  npm run prove -- NAME …       these
  --ci                          those of every change of the code, in a few minutes
  --engine sqlite|postgres      on one engine only
  --count N, --full             how many; --full is what the goal asks for
  --seed N                      decides what is left to chance
  --minutes M                   the most that one proof on one engine takes (5; with --ci 2, with --full 120)
  --json FILE                   writes all figures there`;

export function readWords(
  args: readonly string[],
  proofs: Readonly<Record<string, Pick<Proof, "ci">>>,
): Words | { readonly problem: string } {
  const number = (name: string, text: string | undefined, least: number): number | null => {
    if (text === undefined) return null;
    const value = Number(text);
    if (!(value >= least)) throw new Error(`--${name} must be a number from ${least} on.`);
    return value;
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const listOnly = positionals[0] === "list";
    const unknown = listOnly ? undefined : positionals.find((name) => !(name in proofs));
    if (unknown !== undefined) {
      throw new Error(`There is no proof ${unknown}. There are ${Object.keys(proofs).join(", ")}.`);
    }
    const engines = engineNames.filter((name) => (values.engine ?? name) === name);
    if (engines.length === 0) throw new Error("--engine is sqlite or postgres.");
    const ci = values.ci === true;
    const full = values.full === true;
    const all = Object.keys(proofs).filter((name) => !ci || proofs[name]?.ci !== undefined);
    return {
      names: positionals.length > 0 ? positionals : all,
      listOnly,
      engines,
      seed: number("seed", values.seed, 0) ?? randomInt(1_000_000),
      count: number("count", values.count, 1),
      full,
      ci,
      minutes: number("minutes", values.minutes, 0.1) ?? limitOf({ ci, full }),
      jsonFile: values.json ?? null,
    };
  } catch (error) {
    return { problem: `${(error as Error).message}\n${usage}` };
  }
}

/** A full count ends by itself, so its limit only ends a proof that hangs. */
function limitOf({ ci, full }: Pick<Words, "ci" | "full">): number | null {
  if (full) return 120;
  return ci ? 2 : null;
}

const options = {
  engine: { type: "string" },
  seed: { type: "string" },
  count: { type: "string" },
  full: { type: "boolean" },
  ci: { type: "boolean" },
  minutes: { type: "string" },
  json: { type: "string" },
} as const;
