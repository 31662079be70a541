import { isAbsolute } from "node:path";

/**
 * The command line under test, with the arguments before its own: the sources on this Node, or the built
 * program that `BOOKING_PROGRAM` names.
 */
export const [program, ...programWords] = programUnderTest();

function programUnderTest(): [string, ...string[]] {
  const built = process.env["BOOKING_PROGRAM"] ?? "";
  if (built === "") return [process.execPath, `${process.cwd()}/bin/booking.js`];
  if (!isAbsolute(built)) throw new Error("BOOKING_PROGRAM must be an absolute path.");
  return [built];
}
