import { Transform, type Readable } from "node:stream";

/** The body did not arrive in time. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

/** The time that a body of JSON may take to arrive, and the interval in which an upload moves on. */
const intervalMs = 10_000;
/** The least bytes of an upload in each interval. */
const leastBytes = 64 * 1024;

/**
 * The same stream, which fails with `TooSlow` when its sender is: a body of JSON arrives within ten
 * seconds, and an upload keeps a least rate. Without that, senders of nothing hold connections.
 */
export function paceBody(stream: Readable, isUpload: boolean): Readable {
  let seen = 0;
  const paced = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      done(null, piece);
    },
  });
  const timer = setInterval(() => {
    if (!isUpload || seen < leastBytes) paced.destroy(new TooSlow("The body arrives too slowly."));
    seen = 0;
  }, intervalMs).unref();
  paced.once("close", () => clearInterval(timer));
  // The whole body has arrived; its reader may take its time.
  paced.once("finish", () => clearInterval(timer));
  // A body that is refused unread has no other listener, and its error would end the thread.
  paced.on("error", () => {});
  stream.once("error", (error) => paced.destroy(error));
  // A disconnect before the end must not read as the end of the body.
  stream.once("close", () => {
    if (!stream.readableEnded) paced.destroy(new Error("The body broke off."));
  });
  return stream.pipe(paced);
}
