import { t } from "../../language/t.ts";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";

const dateOrders = ["dmy", "mdy", "ymd"] as const;

/** What one says of a spreadsheet: its dates, what its columns are, and slots that it names. */
export function SheetFields() {
  return (
    <>
      <SelectField
        name="dates"
        label={t("Dates of a spreadsheet")}
        hint={t("Where a date such as 5/01/2031 does not show its order. It is never guessed.")}
        defaultValue=""
      >
        <option value="">{t("As a day above 12 in the column shows")}</option>
        <option value="dmy">{t("Day, month, year")}</option>
        <option value="mdy">{t("Month, day, year")}</option>
        <option value="ymd">{t("Year, month, day")}</option>
      </SelectField>
      <TextField
        name="map"
        className="input file-input"
        type="file"
        label={t("Mapping of a spreadsheet’s columns")}
        accept=".json,application/json"
        hint={t(
          "For a spreadsheet of another system: the file that booking import --map-template guesses, corrected.",
        )}
      />
      <CheckField
        name="add_slots"
        label={t("Make the slots that a spreadsheet names and the campaign lacks")}
      />
      <TextField
        name="capacity"
        type="number"
        min={0}
        label={t("Seats of each of these slots")}
        hint={t("Empty: as many as the file’s bookings take.")}
      />
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

/** The spreadsheet with its mapping in a line before it, where one was chosen. */
export async function withMapping(sheet: File, map: FormDataEntryValue | null): Promise<Blob> {
  if (!(map instanceof File) || map.size === 0) return sheet;
  const text = await map.text();
  return new Blob([`map=${text.replaceAll(/[\r\n]+/g, " ")}\n`, sheet]);
}
