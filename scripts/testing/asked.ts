import { parseArgs } from "node:util";

export const engineNames = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engineNames)[number];

/** The parsed arguments of `npm test`. */
export interface Asked {
  readonly engines: readonly EngineName[];
  /** Runs the tests of PostgreSQL on the Citus coordinator that `TEST_CITUS_URL` names. */
  readonly onCitus: boolean;
  /** The chosen files; null for all. */
  readonly patterns: readonly string[] | null;
  /** Also what an everyday run leaves out: browsers, long runs, some tests' second engine. */
  readonly all: boolean;
  /** Only the fast part: the files that share one process, and the interface. */
  readonly quick: boolean;
  /** Starts and loads the sources themselves, whose stack traces name files and lines. */
  readonly sources: boolean;
  /** Starts the executable of `npm run build` in the tests of what it may do differently, on SQLite. */
  readonly built: boolean;
  readonly showTimes: boolean;
  readonly keepTimes: boolean;
  /** The time limit of one file. */
  readonly limitMs: number;
}

/** What has to hold on Citus: the interface, and what happens at one moment. */
const citusPatterns = [
  "test/interface",
  ...["races", "storm", "model"].map((name) => `test/${name}.test.ts`),
];

const options = {
  engine: { type: "string" },
  all: { type: "boolean" },
  quick: { type: "boolean" },
  sources: { type: "boolean" },
  built: { type: "boolean" },
  times: { type: "boolean" },
  limit: { type: "string", default: "600" },
  "keep-times": { type: "boolean" },
} as const;

export function readAsked(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const quick = values.quick === true;
  const named = values.engine ?? (quick ? "sqlite" : undefined);
  const onCitus = named === "citus";
  const engines = engineNames.filter((name) => (onCitus ? "postgres" : (named ?? name)) === name);
  if (engines.length === 0) throw new Error("--engine is sqlite, postgres or citus.");
  const usual = onCitus ? citusPatterns : null;
  const patterns = positionals.length > 0 ? positionals : usual;
  const keepTimes = values["keep-times"] === true;
  return {
    engines,
    onCitus,
    patterns,
    // A named file is wanted, and the recorded durations are those of all files.
    all: values.all === true || patterns !== null || keepTimes,
    quick,
    sources: values.sources === true,
    built: values.built === true,
    showTimes: values.times === true,
    keepTimes,
    limitMs: Number(values.limit) * 1000,
  };
}
