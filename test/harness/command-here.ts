import { Readable, Writable } from "node:stream";
import { runProgram } from "../../src/cli/program.ts";
import { runCommand, type CommandResult } from "./command.ts";
import { engine } from "./test-database.ts";

/** Runs the command line on a database within this process, which costs no start of a program. */
export async function runCommandHere(
  databaseUrl: string,
  words: readonly string[],
  input: Readable = Readable.from([]),
): Promise<CommandResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const process = {
    stdin: input,
    stdout: collect(out),
    stderr: collect(err),
    env: { DATABASE_URL: databaseUrl },
  };
  // The program uses its streams as streams only.
  const status = await runProgram(
    [...words],
    process as unknown as Parameters<typeof runProgram>[1],
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

/**
 * For tests of many commands. That a command is a program with streams, an exit status and an end is
 * the same whatever the engine, so with the second engine these run within the test's process.
 */
export const runOneOfMany = (
  databaseUrl: string,
  words: readonly string[],
): Promise<CommandResult> =>
  engine === "sqlite" ? runCommand(databaseUrl, words) : runCommandHere(databaseUrl, words);
