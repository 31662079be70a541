import { Transform, type Readable } from "node:stream";

/** More came than may. */
export class TooManyBytes extends Error {
  override name = "TooManyBytes";
}

/** The same stream, broken off after so many bytes. */
export function limitBytes(stream: Readable, limit: number): Readable {
  let seen = 0;
  const limited = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      if (seen > limit) done(new TooManyBytes(`More than ${limit} bytes came.`));
      else done(null, piece);
    },
  });
  stream.once("error", (error) => limited.destroy(error));
  // A sender that goes away before the end must not look like the end.
  stream.once("close", () => {
    if (!stream.readableEnded) limited.destroy(new Error("The body broke off."));
  });
  return stream.pipe(limited);
}
