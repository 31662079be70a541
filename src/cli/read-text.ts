import { CommandFailed, type CommandContext } from "./command-context.ts";
import { openSource } from "./input-file.ts";

/** A larger file is refused; a slot takes about fifty bytes. */
const csvMaxBytes = 32 * 1024 * 1024;

/** Reads a CSV file, or standard input for `-`, as a whole. */
export async function readText(context: CommandContext, path: string): Promise<string> {
  const source = await openSource(context, path);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of source.pieces) {
      bytes += piece.length;
      if (bytes > csvMaxBytes) {
        throw new CommandFailed(`${path} is larger than ${csvMaxBytes} bytes: split it.`);
      }
      pieces.push(piece);
    }
  } finally {
    await source.close();
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new CommandFailed(`${path} is not in UTF-8: save it as "CSV UTF-8".`);
  }
}
