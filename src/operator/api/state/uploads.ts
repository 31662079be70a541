import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AccountId } from "../../../domain/account.ts";
import { otherFormat } from "../../../domain/data-file/other-format.ts";
import { BadInput } from "../../../operations/machinery/validation.ts";
import { digesting } from "../../../operations/machinery/digest.ts";
import { TemporaryFolder } from "../../../store/sqlite/temporary-folder.ts";
import { asksBetween } from "../request/ask-again.ts";
import { NoTemporarySpace, TooSlow } from "../request/wire.ts";

/** How many files may arrive at once, of which one is for an account: each takes room on the disk. */
const arrivingMax = 8;
/** A file of 1 GiB arrives in time at 300 KB/s. */
const arrivalLimitMs = 3_600_000;

/** A file that has arrived, until it is disposed of. */
export interface Upload extends Disposable {
  readonly path: string;
  readonly bytes: number;
  readonly digest: string;
}

interface HowToReceive {
  readonly format: "ndjson" | "csv";
  readonly askAgain?: (() => Promise<void>) | undefined;
}

/** Receives files to disk, so that neither a large file nor a slow sender costs anything but its own place. */
export class Uploads {
  readonly #arriving = new Set<AccountId>();
  readonly #closing: AbortSignal;
  readonly #limitMs: number;

  constructor(closing: AbortSignal, limitMs = arrivalLimitMs) {
    this.#closing = closing;
    this.#limitMs = limitMs;
  }

  hasPlaceFor(account: AccountId): boolean {
    return !this.#arriving.has(account) && this.#arriving.size < arrivingMax;
  }

  /**
   * Throws when the file breaks off, does not arrive in time, its sender's key ends (`askAgain`), or the service ends
   * meanwhile; it is then removed.
   */
  receive(account: AccountId, file: Readable, how: HowToReceive): Promise<Upload> {
    this.#arriving.add(account);
    return this.#receive(file, how).finally(() => this.#arriving.delete(account));
  }

  async #receive(
    file: Readable,
    { format, askAgain = async () => {} }: HowToReceive,
  ): Promise<Upload> {
    const folder = makeFolder();
    const path = join(folder.path, "data");
    const late = AbortSignal.timeout(this.#limitMs);
    const signal = AbortSignal.any([this.#closing, late]);
    const { stage, digest } = digesting();
    try {
      const received = (await open(path, "wx", 0o600)).createWriteStream();
      // NDJSON names its own bad lines.
      const asked = asksBetween(askAgain);
      if (format === "csv") await pipeline(file, asked, stage, requireUtf8(), received, { signal });
      else await pipeline(file, asked, stage, received, { signal });
      await askAgain();
      const remove = () => folder[Symbol.dispose]();
      return { path, bytes: received.bytesWritten, digest: digest(), [Symbol.dispose]: remove };
    } catch (error) {
      folder[Symbol.dispose]();
      if (late.aborted) throw new TooSlow("The file takes too long.");
      return explainNoSpace(error);
    }
  }
}

function makeFolder(): TemporaryFolder {
  try {
    return TemporaryFolder.make();
  } catch (error) {
    return explainNoSpace(error);
  }
}

const noSpace = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "ENOENT", "ENOTDIR"]);

function explainNoSpace(error: unknown): never {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !noSpace.has(code)) throw error;
  throw new NoTemporarySpace(`No file can be kept in ${tmpdir()} (${code}).`, { cause: error });
}

/** Passes text on as it came. */
function requireUtf8(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let begin: Buffer | undefined;
  const check = (piece: Buffer | undefined): Error | null => {
    begin ??= piece;
    try {
      decoder.decode(piece, { stream: piece !== undefined });
      return null;
    } catch {
      const other = begin === undefined ? null : otherFormat(begin);
      const asCsv = 'CSV in UTF-8: a spreadsheet saves it as "CSV UTF-8"';
      return new BadInput("the body", `must be ${other ?? asCsv}`);
    }
  };
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => done(check(piece), piece),
    flush: (done) => done(check(undefined)),
  });
}
