import type { ButtonHTMLAttributes } from "react";
import { t } from "../../language/t.ts";
import { Countdown } from "../../kit/countdown.tsx";
import { cellWords, type HeatCell } from "./heat-map.ts";

/** An hour's seats by colour and number, with a link to its slots. */
export function HeatCellButton({
  cell,
  when,
  nameOfType,
  onOpen,
  ...place
}: {
  readonly cell: HeatCell;
  readonly when: string;
  readonly nameOfType: (id: string) => string;
  readonly onOpen: (cell: HeatCell) => void;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type" | "onClick">) {
  return (
    <button
      type="button"
      className="heat-cell"
      data-level={cell.level}
      data-past={cell.past || undefined}
      title={cellWords(cell, nameOfType)}
      onClick={() => onOpen(cell)}
      {...place}
    >
      <span className="visually-hidden">
        {t("{what}: {said}", { what: when, said: cellWords(cell, nameOfType) })}
      </span>
      <span className="heat-number" aria-hidden="true">
        {numberOf(cell)}
      </span>
      <span className="heat-small" aria-hidden="true">
        {smallOf(cell)}
      </span>
      {cell.heldUntil !== null && (
        <span className="heat-held" aria-hidden="true">
          {t("{held} held", { held: cell.held })} <Countdown at={cell.heldUntil} />
        </span>
      )}
    </button>
  );
}

function numberOf({ level, free }: HeatCell): string {
  if (level === "closed") return "–";
  return level === "full" ? t("full") : String(free);
}

function smallOf({ level, capacity, waiting, overbookedBy, past }: HeatCell): string {
  if (overbookedBy > 0) return t("+{overbookedBy} over", { overbookedBy });
  if (waiting > 0) return t("{waiting} wait", { waiting });
  if (past) return t("past");
  return level === "full" || level === "closed" ? "" : t("of {capacity}", { capacity });
}
