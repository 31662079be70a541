import { randomUUID } from "node:crypto";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { runRules } from "./engine/run-rules.ts";
import { Secrets } from "./engine/secrets.ts";
import { Wire } from "./engine/send.ts";
import { loadTarget, TargetFault } from "./load-target.ts";
import { htmlReport } from "./report/html.ts";
import { makeReport } from "./report/report.ts";
import { Progress } from "./report/progress.ts";
import { summaryLines } from "./report/summary.ts";
import { rules as allRules } from "./rules.ts";
import type { Rule } from "./rule.ts";

interface Options {
  readonly baseUrl: string;
  readonly host?: string;
  readonly credentials?: string;
  readonly data?: string;
  readonly readOnly?: true;
  readonly interfaceOnly?: true;
  readonly only: readonly string[];
  readonly maxWait: string;
  readonly json?: string;
  readonly html?: string;
  readonly quiet?: true;
}

const program = new Command("booking-conformance")
  .description("Holds an implementation of the booking interface to its sentences, from outside.")
  .requiredOption("--base-url <url>", "where the implementation is: http://HOST or https://HOST")
  .option("--host <host>", "the Host to name, where it is not that of the base URL")
  .option(
    "--credentials <file>",
    "JSON: client_id, client_secret, audience (else BOOKING_CLIENT_ID, BOOKING_CLIENT_SECRET, BOOKING_AUDIENCE)",
  )
  .option("--data <file>", "JSON: what the kit is told of the target's data")
  .option("--read-only", "send no cancel that could succeed")
  .option("--interface-only", "leave out what rests on a decision where the interface is silent")
  .option("--only <rule>", "try this rule or requirement only; may be repeated", collect, [])
  .option("--max-wait <seconds>", "the longest single wait for a token or a limit", "10")
  .option("--json <file>", "write the report as JSON; - is standard output")
  .option("--html <file>", "write the report as one page that can be sent to somebody")
  .option("--quiet", "print the summary only")
  .addHelpText(
    "after",
    "\nExit status: 0 no rule is broken, 1 some are, 2 wrong usage or no target.\nExample:\n  booking-conformance --base-url https://bookings.example.com --credentials client.json --data facts.json --html report.html",
  );

/** Runs the command line and returns the exit status. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  program.exitOverride();
  try {
    return await run(program.parse(argv).opts<Options>());
  } catch (error) {
    if (error instanceof TargetFault) {
      process.stderr.write(`${error.message}\n`);
      return 2;
    }
    // Commander has printed the fault already; help is no fault.
    if (error instanceof Error && "exitCode" in error) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

async function run(options: Options): Promise<number> {
  const target = loadTarget({
    baseUrl: options.baseUrl,
    host: options.host,
    credentials: options.credentials,
    data: options.data,
    environment: process.env,
  });
  const waitMsMax = Number(options.maxWait) * 1000;
  if (!(waitMsMax >= 0)) throw new TargetFault("--max-wait is a number of seconds.");
  const rules = selectRules(allRules, options.only);
  for (const path of [options.json, options.html]) refuseUnwritable(path);
  await refuseWithoutTarget(target.place.base_url);

  const secrets = new Secrets();
  const startedAt = Date.now();
  // With `--json -`, standard output is for the JSON alone.
  const out = options.json === "-" ? process.stderr : process.stdout;
  const progress = new Progress(out, rules.length, options.quiet === true, secrets);
  const verdicts = await runRules({
    rules,
    target,
    options: {
      readOnly: options.readOnly === true,
      interfaceOnly: options.interfaceOnly === true,
      waitMsMax,
    },
    secrets,
    now: Date.now,
    wait: (ms) => sleep(ms),
    randomUuid: randomUUID,
    onRule: progress.onRule,
  });
  progress.end();
  const readOnly = options.readOnly === true;
  const report = makeReport({
    target,
    rules: allRules,
    verdicts,
    secrets,
    startedAt,
    endedAt: Date.now(),
    readOnly,
  });
  out.write(`${summaryLines(report).join("\n")}\n`);
  if (options.json !== undefined) write(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.html !== undefined) write(options.html, htmlReport(report));
  return report.rules.fail > 0 ? 1 : 0;
}

function selectRules(rules: readonly Rule[], only: readonly string[]): readonly Rule[] {
  if (only.length === 0) return rules;
  const isMeant = ({ name, requirements }: Rule, wanted: string) =>
    name === wanted || requirements.some((id) => id === wanted);
  const unknown = only.find((wanted) => !rules.some((rule) => isMeant(rule, wanted)));
  if (unknown !== undefined) throw new TargetFault(`No rule has the name or number ${unknown}.`);
  return rules.filter((rule) => only.some((wanted) => isMeant(rule, wanted)));
}

/** Checks the path before the run, whose findings would else be lost. */
function refuseUnwritable(path: string | undefined): void {
  if (path === undefined || path === "-") return;
  try {
    closeSync(openSync(path, "a"));
  } catch (error) {
    throw new TargetFault(`${path}: it cannot be written.`, { cause: error });
  }
}

/** Without this check, a run without a target would report the same failure for every rule. */
async function refuseWithoutTarget(baseUrl: string): Promise<void> {
  const wire = new Wire(Date.now);
  try {
    await wire.send({ base_url: baseUrl }, { method: "GET", path: "/v1/" });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TargetFault(`${baseUrl} does not answer: ${why}.`, { cause: error });
  } finally {
    wire.close();
  }
}

function write(path: string, text: string): void {
  if (path === "-") process.stdout.write(text);
  else writeFileSync(path, text);
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
