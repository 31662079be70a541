import type { DataLine } from "./data-line.ts";
import { lineKinds } from "./line-kinds.ts";

/** Makes a line that replaces the stored record: every field that it leaves out is cleared. */
export function wholeLine<Line extends DataLine>(line: Line): Line {
  const whole: Record<string, unknown> = { ...line };
  for (const [name, field] of Object.entries(lineKinds[line.kind].fields)) {
    if ("whenNull" in field) whole[name] ??= field.whenNull;
  }
  // The added values are those that the line's own fields accept.
  return whole as Line;
}
