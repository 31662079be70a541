import type { ReactNode } from "react";
import "./choices.css";

/** Several ticks that belong together, under one name; in a row, or one under the other. */
export function Choices({
  legend,
  tall = false,
  children,
}: {
  readonly legend: string;
  readonly tall?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="choices" data-tall={tall || undefined}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
