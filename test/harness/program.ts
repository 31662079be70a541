import { isAbsolute } from "node:path";

/** The command line of the sources, on this Node. */
export const sourceProgram = [process.execPath, `${process.cwd()}/bin/booking.js`] as const;

/**
 * The command line under test, with the arguments before its own: the program that `BOOKING_PROGRAM` names, on
 * this Node when it is JavaScript, or the sources. The test runner names a bundle of the sources.
 */
export const [program, ...programWords] = programUnderTest();

function programUnderTest(): readonly [string, ...string[]] {
  const built = process.env["BOOKING_PROGRAM"] ?? "";
  if (built === "") return sourceProgram;
  if (!isAbsolute(built)) throw new Error("BOOKING_PROGRAM must be an absolute path.");
  return built.endsWith(".js") ? [process.execPath, built] : [built];
}
