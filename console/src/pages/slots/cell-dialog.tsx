import { t } from "../../language/t.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { dayWords } from "../../kit/wall-time.ts";
import type { HeatCell } from "./heat-map.ts";
import { SlotTable } from "./slot-table.tsx";
import type { Place } from "./use-place.ts";

/** The slots behind one cell of the heat map. */
export function CellDialog({
  cell,
  place,
  onClose,
}: {
  readonly cell: HeatCell;
  readonly place: Place;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={`${dayWords(cell.day)}, ${hourWords(cell.hour)}`}
      description={t(
        "{count, plural, one {# slot starts} other {# slots start}} in this hour, by clocks in {zone}.",
        {
          count: cell.slots.length,
          zone: place.zone,
        },
      )}
    >
      <div className="stack dialog-form">
        <SlotTable slots={cell.slots} place={place} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Close")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

export function hourWords(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00–${String(hour + 1).padStart(2, "0")}:00`;
}
