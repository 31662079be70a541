import { t } from "../../language/t.ts";
import { ApiText } from "../../kit/api-text.tsx";
import type { SheetPreview } from "./mapping.ts";

/** What is wrong with columns or a row, as the service says it. */
export function FaultList({ faults }: Pick<SheetPreview, "faults">) {
  if (faults.length === 0) return null;
  return (
    <ul className="note fault-list" data-tone="amber" aria-label={t("What is wrong")}>
      {faults.map(({ field, expected }) => (
        <li key={`${field} ${expected}`}>
          {field !== null && (
            <>
              <code>{field}</code>{" "}
            </>
          )}
          <ApiText>{expected}</ApiText>
        </li>
      ))}
    </ul>
  );
}
