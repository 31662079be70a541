/** A parameter of a page's address as text; empty where it is not there. Digits are read as a number. */
export function searchText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
