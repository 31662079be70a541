import { useRef, useState, type KeyboardEvent } from "react";
import { t } from "../../language/t.ts";
import { dayWords } from "../../kit/wall-time.ts";
import type { AddSlotAt } from "./add-slot-dialog.tsx";
import { hourWords } from "./cell-dialog.tsx";
import { changeWords } from "./clock-changes.ts";
import { HeatCellButton } from "./heat-cell-button.tsx";
import { HeatList } from "./heat-list.tsx";
import type { HeatCell, HeatDay, HeatMap } from "./heat-map.ts";
import { moveInGrid } from "./move-in-grid.ts";

/**
 * A grid of days and hours with the free seats of each. One cell is in the tab order; arrows, Home, End,
 * Page up and down move to the others. A phone shows a list instead.
 */
export function HeatMapGrid({
  map: { hours, days },
  today,
  zone,
  nameOfType,
  onOpen,
  onAdd,
}: {
  readonly map: HeatMap;
  readonly today: string;
  readonly zone: string;
  readonly nameOfType: (id: string) => string;
  readonly onOpen: (cell: HeatCell) => void;
  /** Null where the operator may not add slots. */
  readonly onAdd: ((at: AddSlotAt) => void) | null;
}) {
  const { table, row, column, onKeyDown, setFocused } = useFocusedCell({ hours, days }, today);
  return (
    <figure className="stack-small">
      <div className="heat-frame" role="region" aria-label={t("Heat map of slots")} tabIndex={-1}>
        <table
          ref={table}
          role="grid"
          className="heat"
          aria-label={t("Seats left by day and hour, times in {zone}", { zone })}
          onKeyDown={onKeyDown}
        >
          <HourHeads hours={hours} />
          <tbody>
            {days.map((day, index) => (
              <tr
                key={day.day}
                data-monday={index % 7 === 0 || undefined}
                data-today={day.day === today || undefined}
              >
                <DayHeader day={day} today={today} />
                {day.cells.map((cell, at) => (
                  <td
                    key={hours[at]}
                    role="gridcell"
                    data-after-gap={isAfterGap(hours, at) || undefined}
                  >
                    <Cell
                      cell={cell}
                      day={day.day}
                      hour={hours[at] ?? 0}
                      nameOfType={nameOfType}
                      onOpen={onOpen}
                      onAdd={onAdd}
                      place={{
                        "data-row": index,
                        "data-column": at,
                        tabIndex: row === index && column === at ? 0 : -1,
                        onFocus: () => setFocused({ row: index, column: at }),
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <HeatList map={{ hours, days }} today={today} nameOfType={nameOfType} onOpen={onOpen} />
      <Legend />
    </figure>
  );
}

/** The cell that is in the tab order; the keys move it. */
function useFocusedCell({ hours, days }: HeatMap, today: string) {
  const firstRow = Math.max(
    0,
    days.findIndex(({ day }) => day >= today),
  );
  const [focused, setFocused] = useState({ row: firstRow, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const row = Math.min(focused.row, days.length - 1);
  const column = Math.min(focused.column, hours.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveInGrid(event.key, event.ctrlKey, { row, column }, [days.length, hours.length]);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
    table.current
      ?.querySelector<HTMLElement>(`[data-row="${next.row}"][data-column="${next.column}"]`)
      ?.focus();
  };
  return { table, row, column, onKeyDown, setFocused };
}

function HourHeads({ hours }: { readonly hours: readonly number[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{t("Day")}</th>
        {hours.map((hour, index) => (
          <th
            key={hour}
            scope="col"
            className="num"
            data-after-gap={isAfterGap(hours, index) || undefined}
          >
            {String(hour).padStart(2, "0")}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Whether hours without slots were left out before this one. */
function isAfterGap(hours: readonly number[], index: number): boolean {
  const [before, hour] = [hours[index - 1], hours[index]];
  return before !== undefined && hour !== undefined && hour > before + 1;
}

function DayHeader({
  day: { day, change },
  today,
}: {
  readonly day: HeatDay;
  readonly today: string;
}) {
  return (
    <th scope="row" className="num">
      <span>
        {dayWords(day).replace(/ \d{4}$/, "")}
        {day === today && <span className="heat-today"> {t("today")}</span>}
      </span>
      {change !== null && <span className="heat-change">{changeWords(change)}</span>}
    </th>
  );
}

function Cell({
  cell,
  day,
  hour,
  nameOfType,
  onOpen,
  onAdd,
  place,
}: {
  readonly cell: HeatCell | null;
  readonly day: string;
  readonly hour: number;
  readonly nameOfType: (id: string) => string;
  readonly onOpen: (cell: HeatCell) => void;
  readonly onAdd: ((at: AddSlotAt) => void) | null;
  readonly place: {
    readonly "data-row": number;
    readonly "data-column": number;
    readonly tabIndex: number;
    onFocus(): void;
  };
}) {
  const when = `${dayWords(day)}, ${hourWords(hour)}`;
  if (cell === null) {
    const words = t("{when}: no slot", { when });
    return onAdd === null ? (
      <span className="heat-cell" data-level="none" role="img" aria-label={words} {...place} />
    ) : (
      <button
        type="button"
        className="heat-cell"
        data-level="none"
        onClick={() => onAdd({ day, hour })}
        {...place}
      >
        <span className="visually-hidden">{t("{words}; add one", { words })}</span>
      </button>
    );
  }
  return (
    <HeatCellButton cell={cell} when={when} nameOfType={nameOfType} onOpen={onOpen} {...place} />
  );
}

const legend = [
  ["many", "12", t("many seats left")],
  ["some", "5", t("two thirds or fewer left")],
  ["few", "1", t("a quarter or fewer left")],
  ["full", t("full"), t("full")],
  ["closed", "–", t("no seats")],
] as const;

function Legend() {
  return (
    <figcaption className="heat-legend">
      <span>{t("Each cell: seats left of the slots that start in that hour.")}</span>
      <ul>
        {legend.map(([level, text, words]) => (
          <li key={level}>
            <span className="heat-cell" data-level={level} aria-hidden="true">
              <span className="heat-number">{text}</span>
            </span>
            {words}
          </li>
        ))}
        <li>
          <span className="heat-cell" data-level="many" data-past="" aria-hidden="true">
            <span className="heat-number">3</span>
          </span>
          {t("past, striped")}
        </li>
      </ul>
    </figcaption>
  );
}
