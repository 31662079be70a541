import { locale, t } from "../../language/t.ts";
import { kindWords } from "./kind-words.ts";

/** The fields of existing records that the file changes, by kind. */
export function ChangedFields({
  fields,
}: {
  readonly fields: Readonly<Record<string, Readonly<Record<string, number>>>>;
}) {
  const kinds = Object.entries(fields);
  if (kinds.length === 0) return null;
  return (
    <dl className="facts" aria-label={t("Changed fields")}>
      {kinds.map(([kind, counts]) => (
        <div key={kind} className="fact">
          <dt>{t("Changed in {kind}", { kind: (kindWords[kind] ?? kind).toLowerCase() })}</dt>
          <dd className="row">
            {Object.entries(counts).map(([field, count]) => (
              <span key={field}>
                <code>{field}</code> <span className="num">{count.toLocaleString(locale)}</span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
