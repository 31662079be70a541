import { Readable, Writable } from "node:stream";
import { playgroundCommands } from "../../playground/commands.ts";
import { runProgram } from "../../src/cli/run-program.ts";
import type { CommandResult } from "./command.ts";

/**
 * Runs the command line on a database within this process, which saves the start of a program.
 * `test/command-line.test.ts` shows that a program with streams and an exit status behaves the same.
 */
export async function runCommandHere(
  databaseUrl: string,
  words: readonly string[],
  {
    input = "",
    env = { DATABASE_URL: databaseUrl },
    onTerminal = false,
  }: {
    readonly input?: string | Readable;
    readonly env?: NodeJS.ProcessEnv;
    readonly onTerminal?: boolean;
  } = {},
): Promise<CommandResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const process = {
    stdin: typeof input === "string" ? Readable.from([Buffer.from(input)]) : input,
    stdout: Object.assign(collect(out), onTerminal && { isTTY: true, columns: 200 }),
    stderr: collect(err),
    env,
  };
  // The program uses its streams only through the interface of streams.
  const status = await runProgram(
    [...words],
    process as unknown as Parameters<typeof runProgram>[1],
    async () => playgroundCommands,
  );
  const text = Buffer.concat(out).toString();
  return {
    status,
    out: text,
    err: Buffer.concat(err).toString(),
    get json() {
      return JSON.parse(text);
    },
  };
}

function collect(chunks: Buffer[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
}
