import type { ButtonHTMLAttributes } from "react";
import { cellWords, type HeatCell } from "./heat-map.ts";

/** An hour's seats by colour and number, which leads to its slots. */
export function HeatCellButton({
  cell,
  when,
  onOpen,
  ...place
}: {
  readonly cell: HeatCell;
  readonly when: string;
  readonly onOpen: (cell: HeatCell) => void;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type" | "onClick">) {
  return (
    <button
      type="button"
      className="heat-cell"
      data-level={cell.level}
      data-past={cell.past || undefined}
      title={cellWords(cell)}
      onClick={() => onOpen(cell)}
      {...place}
    >
      <span className="visually-hidden">
        {when}: {cellWords(cell)}
      </span>
      <span className="heat-number" aria-hidden="true">
        {numberOf(cell)}
      </span>
      <span className="heat-small" aria-hidden="true">
        {smallOf(cell)}
      </span>
    </button>
  );
}

function numberOf({ level, free }: HeatCell): string {
  if (level === "closed") return "–";
  return level === "full" ? "full" : String(free);
}

function smallOf({ level, capacity, waiting, overbookedBy, past }: HeatCell): string {
  if (overbookedBy > 0) return `+${overbookedBy} over`;
  if (waiting > 0) return `${waiting} wait`;
  if (past) return "past";
  return level === "full" || level === "closed" ? "" : `of ${capacity}`;
}
