import { relative } from "node:path";
import { spec } from "node:test/reporters";
import type { LintReport } from "../../test/harness/statements/lint-statements.ts";
import type { TestEvent } from "./run-file.ts";

/** A finished process of tests: one file, or several under one name. */
export interface TestRun {
  readonly name: string;
  readonly engine: string;
  readonly seconds: number;
  /** The processor time of its process and descendants. */
  readonly busySeconds: number;
  /** The duration of each of its files, by path. */
  readonly fileSeconds: Readonly<Record<string, number>>;
}

const sums = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** Prints the reports of test files, each as a whole, and counts. */
export class Report {
  passed = 0;
  readonly runs: TestRun[] = [];
  readonly #spec = new spec();
  readonly #failures: string[] = [];

  constructor() {
    this.#spec.pipe(process.stdout, { end: false });
  }

  get failed(): number {
    return this.#failures.length;
  }

  tell(run: TestRun, events: readonly TestEvent[]): void {
    this.runs.push(run);
    const busy = run.busySeconds.toFixed(1);
    this.#say(`${run.name} on ${run.engine}, ${run.seconds.toFixed(1)} s, ${busy} s busy`);
    for (const event of events) {
      this.#count(event, run);
      // A file's own sums, which the run's sums replace; other messages say why a process failed.
      if (event.type === "test:summary" || sums.test(event.data.message ?? "")) continue;
      this.#spec.write(event);
    }
  }

  /** The check of the tests' statements counts as one test. */
  tellLint({ explained, findings }: LintReport): void {
    this.#say(`${explained} statements explained`);
    if (findings.length === 0) this.passed += 1;
    for (const { text, problems } of findings) {
      const start = text.replaceAll(/\s+/g, " ").slice(0, 200);
      this.#failures.push(`a statement ${problems.join("; ")}: ${start}`);
    }
  }

  /** Prints the failures again and, with `showTimes`, all files by their processor time. */
  async end({ showTimes }: { showTimes: boolean }): Promise<void> {
    const ended = new Promise((resolve) => this.#spec.on("end", resolve));
    this.#spec.end();
    await ended;
    for (const failure of this.#failures) console.log(`failed: ${failure}`);
    if (!showTimes) return;
    console.log("    busy  seconds  file");
    for (const run of this.runs.toSorted((one, other) => one.busySeconds - other.busySeconds)) {
      const [busy, seconds] = [run.busySeconds, run.seconds].map((each) => each.toFixed(1));
      console.log(`${busy?.padStart(8)} ${seconds?.padStart(8)}  ${run.name} on ${run.engine}`);
    }
  }

  #say(message: string): void {
    this.#spec.write({ type: "test:diagnostic", data: { nesting: 0, message, level: "info" } });
  }

  #count({ type, data: { details, name, file } }: TestEvent, { engine, ...run }: TestRun): void {
    const isSuite = details?.type === "suite";
    if (type === "test:pass" && !isSuite) this.passed += 1;
    if (type !== "test:fail") return;
    // A suite fails with its tests, which are counted already, or on its own.
    if (isSuite && details?.error?.failureType === "subtestsFailed") return;
    const where = file === undefined ? run.name : relative("", file);
    this.#failures.push(`${name} (${where} on ${engine})`);
  }
}
