/** Names a line for the audit log: its kind, then the values of its key. */
export function nameLine(line: object): string {
  const told = line as Readonly<Record<string, unknown>>;
  return [told["kind"], ...names.map((name) => told[name])]
    .filter((part) => typeof part === "string")
    .join(" ");
}

const names = ["interaction", "activity", "host", "unique_key", "public_key", "id", "starting_at"];
