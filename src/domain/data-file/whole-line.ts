import type { DataLine } from "./data-line.ts";
import { lineKinds } from "./line-kinds.ts";

/** A line that replaces what stands there: what it leaves out is cleared. */
export function wholeLine<Line extends DataLine>(line: Line): Line {
  const whole: Record<string, unknown> = { ...line };
  for (const [name, field] of Object.entries(lineKinds[line.kind].fields)) {
    if ("whenNull" in field) whole[name] ??= field.whenNull;
  }
  // Only values that the line's own fields may have were added.
  return whole as Line;
}
