import { t } from "../../language/t.ts";
import { dayWords } from "../../kit/wall-time.ts";
import { hourWords } from "./cell-dialog.tsx";
import { changeWords } from "./clock-changes.ts";
import { HeatCellButton } from "./heat-cell-button.tsx";
import type { HeatCell, HeatMap } from "./heat-map.ts";

/** The heat map on a phone: a day below the other, with the hours that have slots. */
export function HeatList({
  map: { days },
  today,
  nameOfType,
  onOpen,
}: {
  readonly map: HeatMap;
  readonly today: string;
  readonly nameOfType: (id: string) => string;
  readonly onOpen: (cell: HeatCell) => void;
}) {
  return (
    <ol className="heat-list" aria-label={t("Seats left, day by day")}>
      {days.map(({ day, change, cells }) => {
        const slots = cells.filter((cell) => cell !== null);
        if (slots.length === 0) return null;
        return (
          <li key={day}>
            <p>
              <strong>{dayWords(day)}</strong>
              {day === today && <span className="heat-today"> {t("today")}</span>}
              {change !== null && <span className="heat-change">{changeWords(change)}</span>}
            </p>
            <ul className="heat-list-cells">
              {slots.map((cell) => (
                <li key={cell.hour}>
                  <span className="soft num" aria-hidden="true">
                    {String(cell.hour).padStart(2, "0")}
                  </span>
                  <HeatCellButton
                    cell={cell}
                    when={`${dayWords(day)}, ${hourWords(cell.hour)}`}
                    nameOfType={nameOfType}
                    onOpen={onOpen}
                  />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
