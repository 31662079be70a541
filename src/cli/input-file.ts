import { closeSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { otherFormat } from "../domain/data-file/other-format.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";

/** An open file, or standard input. */
interface Source {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Null where the size is unknown. */
  readonly bytes: number | null;
  readonly close: () => Promise<void>;
}

/** So many bytes are read at a time: the command has nothing to do while it waits for them. */
const highWaterMark = 1 << 20;

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
    pieces: readable(file.createReadStream({ autoClose: false, highWaterMark }), path),
    bytes: status.isFile() ? status.size : null,
    close: () => file.close(),
  };
}

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
  return decode(Buffer.concat(pieces), path);
}

/** A file's first bytes show what its columns are; more of a large one is not read. */
const beginningBytes = 1024 * 1024;

/** Reads the beginning of a spreadsheet of bookings, before the command runs. */
export function readSheetNow(path: string): { readonly text: string; readonly isPart: boolean } {
  const { bytes, isPart } = readBeginningNow(path);
  const text = textOf(bytes, isPart);
  if (text !== null) return { text, isPart };
  const expected = otherFormat(bytes);
  throw expected === null ? notUtf8(path) : new CommandFailed(`${path}: expected ${expected}.`);
}

/** Reads a small file as a whole, before the command runs. */
export function readWholeNow(path: string): string {
  const { bytes, isPart } = readBeginningNow(path);
  if (isPart) throw new CommandFailed(`${path} is larger than ${beginningBytes} bytes.`);
  return decode(bytes, path);
}

function readBeginningNow(path: string): { readonly bytes: Uint8Array; readonly isPart: boolean } {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(beginningBytes + 1);
      let length = 0;
      for (let read = 1; read > 0 && length < bytes.length; length += read) {
        read = readSync(file, bytes, length, bytes.length - length, null);
      }
      const isPart = length > beginningBytes;
      return { bytes: bytes.subarray(0, isPart ? beginningBytes : length), isPart };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, error as Error);
  }
}

function decode(bytes: Uint8Array, path: string): string {
  const text = textOf(bytes);
  if (text === null) throw notUtf8(path);
  return text;
}

/** The text of bytes in UTF-8; null for others. Of a part, the last character may be cut, and is left out. */
function textOf(bytes: Uint8Array, isPart = false): string | null {
  // UTF-16 without a mark is full of zeros, which UTF-8 allows.
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isPart });
  } catch {
    return null;
  }
}

function notUtf8(path: string): CommandFailed {
  return new CommandFailed(`${path} is not in UTF-8: save it as "CSV UTF-8".`);
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

const words: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EACCES: "this user has no right to it",
  EROFS: "its file system is read-only",
  ENOSPC: "no space is left on its disk",
};

/** Why a file cannot be read or written; an error that is not listed keeps its own words. */
export function fileFault(error: Error): string {
  return words[(error as NodeJS.ErrnoException).code ?? ""] ?? error.message;
}
