import type { ReactNode } from "react";
import "./choices.css";

/** A group of check boxes under one name, in a row or a column. */
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
