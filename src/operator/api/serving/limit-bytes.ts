import { Transform, type Readable } from "node:stream";

/** The body is larger than its limit. */
export class TooManyBytes extends Error {
  override name = "TooManyBytes";
}

/** The same stream, which fails after `limit` bytes. */
export function limitBytes(stream: Readable, limit: number): Readable {
  let seen = 0;
  const limited = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      if (seen > limit) done(new TooManyBytes(`More than ${limit} bytes came.`));
      else done(null, piece);
    },
  });
  // An upload that is refused unread has no other listener, and its error would end the thread.
  limited.on("error", () => {});
  stream.once("error", (error) => limited.destroy(error));
  // A disconnect before the end must not read as the end of the file.
  stream.once("close", () => {
    if (!stream.readableEnded) limited.destroy(new Error("The body broke off."));
  });
  return stream.pipe(limited);
}
