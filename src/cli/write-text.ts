import type { Writable } from "node:stream";

/** Standard output took no more; `code` is `EPIPE` where its reader has closed it. */
export class NotWritten extends Error {
  readonly code: string | undefined;
  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/** Waits until the text is written, so that a slow reader does not make memory grow. */
export function writeText(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error) reject(new NotWritten(error));
      else resolve();
    });
  });
}
