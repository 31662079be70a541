/** A line of a data file in the words of the audit log: its kind, then the names of its key. */
export function nameLine(line: object): string {
  const told = line as Readonly<Record<string, unknown>>;
  return [told["kind"], ...names.map((name) => told[name])]
    .filter((part) => typeof part === "string")
    .join(" ");
}

const names = ["interaction", "activity", "host", "unique_key", "public_key", "id", "starting_at"];
