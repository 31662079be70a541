import { t } from "../../language/t.ts";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";

/** A key of the shop's data. A value that was no text is written as JSON, and stays what it is. */
interface DataRow {
  /** A row keeps its fields while others are removed. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
  readonly isJson: boolean;
}

export type Data = Readonly<Record<string, unknown>>;

export function rowsOfData(data: Data | undefined): readonly DataRow[] {
  return Object.entries(data ?? {}).map(([key, value], id) => {
    const isJson = typeof value !== "string";
    return { id, key, value: isJson ? JSON.stringify(value) : value, isJson };
  });
}

/** Null for no data. The form lets no row through that is not valid. */
export function dataOfRows(rows: readonly DataRow[]): Data | null {
  if (rows.length === 0) return null;
  return Object.fromEntries(
    rows.map(({ key, value, isJson }) => [key, isJson ? (JSON.parse(value) as unknown) : value]),
  );
}

/** The shop's data as a small table, of which rows change, come and go. */
export function DataRows({
  rows,
  onChange,
}: {
  readonly rows: readonly DataRow[];
  readonly onChange: (rows: readonly DataRow[]) => void;
}) {
  const set = (id: number, next: Partial<DataRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...next } : row)));
  const add = () =>
    onChange([
      ...rows,
      { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, key: "", value: "", isJson: false },
    ]);
  return (
    <fieldset className="data-rows">
      <legend className="field-label">{t("The shop's data")}</legend>
      {rows.map((row, index) => (
        <div className="data-row" key={row.id}>
          <TextField
            name={`data-key-${row.id}`}
            label={t("Key {number}", { number: index + 1 })}
            required
            autoComplete="off"
            spellCheck={false}
            value={row.key}
            validate={(typed) => refuseKey(typed, row, rows)}
            onChange={({ target }) => set(row.id, { key: target.value })}
          />
          <TextField
            name={`data-value-${row.id}`}
            label={
              row.isJson
                ? t("Value {number}, as JSON", { number: index + 1 })
                : t("Value {number}", { number: index + 1 })
            }
            autoComplete="off"
            value={row.value}
            validate={(typed) => (row.isJson && !isWritten(typed) ? t("This is no JSON.") : null)}
            onChange={({ target }) => set(row.id, { value: target.value })}
          />
          <Button
            tone="quiet"
            aria-label={t("Remove {key}", { key: row.key || String(index + 1) })}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            {t("Remove")}
          </Button>
        </div>
      ))}
      <Button onClick={add}>{t("Add a row")}</Button>
    </fieldset>
  );
}

function refuseKey(typed: string, row: DataRow, rows: readonly DataRow[]): string | null {
  return rows.some(({ id, key }) => id !== row.id && key === typed)
    ? t("Another row has this key.")
    : null;
}

function isWritten(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
