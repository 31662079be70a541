import { open } from "node:fs/promises";
import { CommandFailed, type CommandContext } from "./command-context.ts";

/** A file about to be read. */
interface Source {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Its size, where that is known beforehand. */
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

/** What a file system says while reading is about the file, not about this program. */
async function* readable(
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
  return new CommandFailed(`${name} cannot be read: ${cause.message}.`);
}
