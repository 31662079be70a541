/** What stands in a form's field of this name; empty where there is no such field. */
export function textIn(typed: FormData, name: string): string {
  const value = typed.get(name);
  return typeof value === "string" ? value : "";
}
