import { open } from "node:fs/promises";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { fileFault } from "./file-fault.ts";

/** An open file, or standard input. */
interface Source {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Null where the size is unknown. */
  readonly bytes: number | null;
  close(): Promise<void>;
}

/** Opens a file to read from, or standard input for `-`. Throws `CommandFailed`. */
export async function openSource(context: CommandContext, path: string): Promise<Source> {
  if (path === "-") {
    return {
      pieces: readable(context.standardInput, "standard input"),
      bytes: null,
      close: async () => {},
    };
  }
  const file = await open(path).catch((error: Error) => {
    throw unreadable(path, error);
  });
  const status = await file.stat();
  return {
    pieces: readable(file.createReadStream({ autoClose: false }), path),
    bytes: status.isFile() ? status.size : null,
    close: () => file.close(),
  };
}

/** An error while reading is a failure of the command and no fault of the program. */
export async function* readable(
  stream: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

function unreadable(name: string, cause: Error): CommandFailed {
  return new CommandFailed(`${name} cannot be read: ${fileFault(cause)}.`);
}
