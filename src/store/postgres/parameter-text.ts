/** A parameter of a statement as PostgreSQL reads it. */
export function parameterText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(elementText).join(",")}}`;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  throw new Error(`A parameter is text, a number or a list of them, not a ${typeof value}.`);
}

function elementText(element: unknown): string {
  const text = parameterText(element);
  if (text === null) return "NULL";
  if (typeof element === "number") return text;
  const isPlain = !text.includes('"') && !text.includes("\\");
  return `"${isPlain ? text : text.replaceAll(/["\\]/g, "\\$&")}"`;
}
