import { dataKinds, keyFields, type LineKey } from "./data-line.ts";
import { lineKinds } from "./line-kinds.ts";
import { badContent, type BadContent } from "./parse-data-line.ts";
import { isMismatch, readField } from "./reader.ts";

/** Parses only the kind and the key of a line and ignores its other fields; see `parseDataLine`. */
export function parseLineKey(line: object, now: number): LineKey | BadContent {
  const values: Readonly<Record<string, unknown>> = { ...line };
  const kind = dataKinds.find((known) => known === values["kind"]);
  if (kind === undefined) return badContent(null, "kind", `one of ${dataKinds.join(", ")}`);
  const key: Record<string, unknown> = { kind };
  for (const name of keyFields[kind]) {
    const field = lineKinds[kind].fields[name];
    if (field === undefined) throw new Error(`${kind} has no field ${name}.`);
    const read = readField(field, values[name], now);
    if (isMismatch(read)) return badContent(kind, name, read.expected);
    key[name] = read;
  }
  // Each field was parsed as a field of this kind of line.
  return key as LineKey;
}
