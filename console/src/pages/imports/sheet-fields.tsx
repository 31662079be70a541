import { useState } from "react";
import { t } from "../../language/t.ts";
import { bodyOf } from "./use-sheet.ts";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";

const dateOrders = ["dmy", "mdy", "ymd"] as const;

/** A mapping that was saved before; it stands beside the spreadsheet that it explains. */
export function MappingFile({ onMapping }: { readonly onMapping: (file: File | null) => void }) {
  return (
    <TextField
      name="map"
      className="input file-input"
      type="file"
      label={t("Mapping of a spreadsheet’s columns")}
      accept=".json,application/json"
      hint={t("Saved from this page, or guessed by booking import --map-template.")}
      onChange={({ target }) => onMapping(target.files?.[0] ?? null)}
    />
  );
}

/** What one says of a spreadsheet beside its columns: the order of its dates, and slots that it names. */
export function SheetFields({
  dates,
  onDates,
}: {
  readonly dates: string;
  readonly onDates: (dates: string) => void;
}) {
  const [adds, setAdds] = useState(false);
  return (
    <>
      <SelectField
        name="dates"
        label={t("Dates of a spreadsheet")}
        hint={t("Where a date such as 5/01/2031 does not show its order. It is never guessed.")}
        value={dates}
        onChange={({ target }) => onDates(target.value)}
      >
        <option value="">{t("As a day above 12 in the column shows")}</option>
        <option value="dmy">{t("Day, month, year")}</option>
        <option value="mdy">{t("Month, day, year")}</option>
        <option value="ymd">{t("Year, month, day")}</option>
      </SelectField>
      <CheckField
        name="add_slots"
        label={t("Make the slots that a spreadsheet names and the campaign lacks")}
        checked={adds}
        onChange={({ target }) => setAdds(target.checked)}
      />
      {adds && (
        <TextField
          name="capacity"
          type="number"
          min={0}
          label={t("Seats of each of these slots")}
          hint={t("Empty: as many as the file’s bookings take.")}
        />
      )}
    </>
  );
}

/** What was typed about a spreadsheet, as the service is asked. */
export function sheetQuery(typed: FormData) {
  const order = dateOrders.find((each) => each === typed.get("dates"));
  const capacity = typed.get("capacity");
  const adds = typed.has("add_slots");
  return {
    ...(order !== undefined && { dates: order }),
    ...(adds && { add_slots: true }),
    ...(adds && typeof capacity === "string" && capacity !== "" && { capacity: Number(capacity) }),
  };
}

/** The spreadsheet with its mapping in a line before it; null: the columns have the names of fields. */
export function withMapping(sheet: File, mapping: string | null): Blob {
  return mapping === null ? sheet : new Blob([bodyOf("", mapping), sheet]);
}
