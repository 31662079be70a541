import { pipeline, Transform, type Readable } from "node:stream";
import { RightsEnded } from "../../../domain/operator.ts";

/** How long an answer stands: a right that is taken away ends what goes on within a second. */
const standsMs = 400;

/**
 * Asks whether somebody still may, at most once in `standsMs`, and throws `RightsEnded` for ever after the first no.
 * The caller has just been let in.
 */
export function asksAgain(
  ask: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let askedAt = now();
  let mayStill = true;
  return async () => {
    const at = now();
    if (mayStill && at - askedAt >= standsMs) {
      mayStill = await ask();
      askedAt = at;
    }
    if (!mayStill) throw new RightsEnded();
  };
}

/** Passes pieces on, and asks before each. */
export function asksBetween(askAgain: () => Promise<void>): Transform {
  return new Transform({
    objectMode: true,
    highWaterMark: 1,
    async transform(piece, _encoding, done) {
      const ended = await askAgain().catch((error: Error) => error);
      done(ended ?? null, piece);
    },
  });
}

/** The same stream, which asks before each piece; where one of the two ends, so does the other. */
export function whileAllowed(body: Readable, askAgain: () => Promise<void>): Readable {
  return pipeline(body, asksBetween(askAgain), () => {});
}
