import { parseArgs } from "node:util";
import type { EngineName } from "./world/engines.ts";

/** The suites, in the order in which they run. */
export const suites = [
  "counts",
  "same",
  "list",
  "cancel",
  "feed",
  "token",
  "latency",
  "operators",
  "growth",
  "accounts",
  "processes",
  "import",
  "start",
  "memory",
  "sizing",
] as const;

/** The kinds of operators' work, and what the service does by itself beside callers: reminders of one moment. */
export const operatorsWork = ["polls", "verifications", "imports", "exports", "reminders"] as const;
const usualWork = operatorsWork.filter((kind) => kind !== "reminders");
const usualReminders = "30000";

export type WorkKind = (typeof operatorsWork)[number];

export type Suite = (typeof suites)[number];

/** The suites of a quick look. */
const quickSuites: readonly Suite[] = ["list", "cancel", "token"];

export interface Options {
  readonly quick: boolean;
  readonly large: boolean;
  readonly json: string | null;
  readonly html: string;
  /** The path for the growth plots as an image for documents; null for none. */
  readonly image: string | null;
  /** Stores the ratios for comparison with later runs. */
  readonly keepRatios: boolean;
  readonly suites: readonly Suite[];
  readonly engines: readonly EngineName[];
  /** What operators do in the suite beside them. */
  readonly work: readonly WorkKind[];
  /** How many reminders of one moment. */
  readonly reminders: number;
}

export const usage = `Usage: npm run bench -- [options]

  --quick          lists, cancels and tokens only, in a minute or two
  --large          growth up to 10,000,000 bookings, memory over 1,000,000 requests
  --only SUITES    some of ${suites.join(",")}
  --engine ENGINE  sqlite or postgres only
  --work KINDS     what operators do: some of ${operatorsWork.join(",")} (all but the last)
  --reminders N    how many reminders are due at one moment (${usualReminders})
  --json FILE      writes all figures
  --html FILE      where the page goes (data/bench/report.html)
  --image FILE     writes the growth plots as an SVG (docs/growth.svg is one)
  --keep-ratios    writes bench/committed-ratios.json, which later runs are compared with
`;

/** Parses the command line; null when it is wrong. */
export function readOptions(words: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        quick: { type: "boolean", default: false },
        large: { type: "boolean", default: false },
        "keep-ratios": { type: "boolean", default: false },
        json: { type: "string" },
        html: { type: "string", default: "data/bench/report.html" },
        image: { type: "string" },
        only: { type: "string" },
        engine: { type: "string" },
        work: { type: "string", default: usualWork.join(",") },
        reminders: { type: "string", default: usualReminders },
      },
    });
    const only = values.only?.split(",") ?? (values.quick ? quickSuites : suites);
    const chosen = suites.filter((suite) => only.includes(suite));
    const engines = (["sqlite", "postgres"] as const).filter(
      (engine) => values.engine === undefined || values.engine === engine,
    );
    if (engines.length === 0 || chosen.length !== only.length) return null;
    const asked = values.work.split(",");
    const work = operatorsWork.filter((kind) => asked.includes(kind));
    const reminders = Number(values.reminders);
    if (work.length !== asked.length || !(reminders > 0)) return null;
    const { quick, large, html, json = null, image = null } = values;
    return {
      quick,
      large,
      html,
      json,
      image,
      keepRatios: values["keep-ratios"],
      suites: chosen,
      engines,
      work,
      reminders,
    };
  } catch {
    return null;
  }
}
