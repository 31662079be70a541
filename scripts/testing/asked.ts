import { parseArgs } from "node:util";

export const engineNames = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engineNames)[number];

/** What `npm test` was asked for. */
export interface Asked {
  readonly engines: readonly EngineName[];
  /** Which files; null for all. */
  readonly patterns: readonly string[] | null;
  /** Only what is fast: the files that share one process, and the interface. */
  readonly quick: boolean;
  readonly showTimes: boolean;
  readonly keepTimes: boolean;
  /** What one file may take. */
  readonly limitMs: number;
}

const options = {
  engine: { type: "string" },
  quick: { type: "boolean" },
  times: { type: "boolean" },
  limit: { type: "string", default: "600" },
  "keep-times": { type: "boolean" },
} as const;

export function readAsked(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const quick = values.quick === true;
  const named = values.engine ?? (quick ? "sqlite" : undefined);
  const engines = engineNames.filter((name) => (named ?? name) === name);
  if (engines.length === 0) throw new Error("--engine is sqlite or postgres.");
  return {
    engines,
    patterns: positionals.length > 0 ? positionals : null,
    quick,
    showTimes: values.times === true,
    keepTimes: values["keep-times"] === true,
    limitMs: Number(values.limit) * 1000,
  };
}
