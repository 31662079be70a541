import { t } from "../../language/t.ts";
import { ApiText } from "../../kit/api-text.tsx";
import { fieldWords } from "./field-words.ts";
import type { MappedField, SheetPreview } from "./mapping.ts";

/** A field as the page calls it; a column of the file by its name. */
function labelOf(field: string): string {
  return fieldWords[field as MappedField] ?? field;
}

/** What is wrong with columns or a row, as the service says it. */
export function FaultList({ faults }: Pick<SheetPreview, "faults">) {
  if (faults.length === 0) return null;
  return (
    <ul className="note fault-list" data-tone="amber" aria-label={t("What is wrong")}>
      {faults.map(({ field, expected }) => (
        <li key={`${field} ${expected}`}>
          {field !== null && (
            <>
              <strong>{labelOf(field)}</strong>{" "}
            </>
          )}
          <ApiText>{expected}</ApiText>
        </li>
      ))}
    </ul>
  );
}
