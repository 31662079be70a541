import { run } from "node:test";

/** An event of a test file's report, in order. */
export interface TestEvent {
  readonly type: string;
  readonly data: TestEventData;
}

export interface TestEventData {
  readonly nesting?: number;
  readonly name?: string;
  readonly file?: string;
  readonly message?: string;
  readonly details?: {
    readonly type?: string;
    readonly duration_ms?: number;
    readonly error?: { readonly failureType?: string };
  };
}

interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly argv: readonly string[];
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** The path of the file for the processor time, in seconds. */
  readonly usage: string;
  /** Modules that the process loads first, and its threads and forks with it. */
  readonly imports: readonly string[];
}

/** Runs one test file in a process of its own and returns its events. */
export async function runFile(
  file: string,
  { env, argv, signal, limitMs, usage, imports }: RunOptions,
): Promise<TestEvent[]> {
  const events: TestEvent[] = [];
  const fileEnds = new URL("../../test/harness/file-ends.ts", import.meta.url);
  fileEnds.search = new URLSearchParams({ graceMs: `${limitMs / 30}`, usage }).toString();
  const execArgv = [...imports, fileEnds.href].flatMap((module) => ["--import", module]);
  const options = { files: [file], timeout: limitMs / 2, concurrency: 1, execArgv };
  for await (const event of run({ ...options, argv: [...argv], env, signal })) {
    events.push(event as TestEvent);
  }
  return events;
}
