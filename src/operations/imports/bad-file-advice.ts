import type { Sent } from "../machinery/fields.ts";
import type { Values } from "../machinery/operation.ts";
import type { ImportJobShape } from "./import-job-shape.ts";

/** What a command proposes after the faults of a file that was refused; null where they say it themselves. */
export function badFileAdvice(
  {
    account,
    format,
    errors = [],
  }: Pick<Sent<typeof ImportJobShape>, "account" | "format" | "errors">,
  { file_name: file, map }: Values,
): string | null {
  if (format === "ndjson") {
    const isOther = errors.some(
      ({ line, expected }) => line === 1 && expected === "one JSON object",
    );
    return isOther ? "--format csv reads the bookings of a spreadsheet." : null;
  }
  const hasOtherColumns = errors.some(
    ({ kind, field, expected }) =>
      kind === null &&
      field !== null &&
      expected.startsWith("a first row with the names of columns"),
  );
  if (map === undefined && hasOtherColumns) {
    const path = typeof file === "string" ? quoted(file) : "FILE.csv";
    return [
      "A mapping says what the columns of another system are. This command guesses one:",
      `  booking import --map-template ${path} > map.json`,
      "Correct map.json, then try it:",
      `  booking import ${account} ${path} --map map.json --dry-run`,
    ].join("\n");
  }
  if (errors.some(({ expected }) => /^at least \d+ in a new slot/.test(expected))) {
    return "--capacity is what each new slot has: without it, as many seats as its bookings take.";
  }
  const lacksSlots = errors.some(({ expected }) => expected.startsWith("the start of a slot"));
  return lacksSlots ? "--add-slots makes the slots that rows name." : null;
}

/** A path as a shell reads it. */
function quoted(path: string): string {
  return /^[\w./,+:@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
