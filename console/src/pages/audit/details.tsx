import { Fragment } from "react";
import { t } from "../../language/t.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import type { AuditEvent } from "../../api/operations.ts";
import { sentenceIn } from "../../kit/instant-words.ts";
import { detailsRows, type DetailsRow } from "./details-rows.ts";

/** Long lists are folded. */
const shownAtOnce = 4;

/** The fields that an event changed, with their values before and after. */
export function Details({ event: { details, action, subject } }: { readonly event: AuditEvent }) {
  const zone = useSharedZone();
  const { changed, facts } = detailsRows(details);
  const lines = changed.length + facts.length;
  if (lines === 0) return null;
  const list = (
    <dl className="audit-diff">
      {changed.map((row) => (
        <Line key={row.field} row={row} />
      ))}
      {facts.map(({ field, value }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <span>{breakable(sentenceIn(zone, value))}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
  return lines <= shownAtOnce ? (
    list
  ) : (
    <details className="audit-details">
      <summary aria-label={t("{lines} fields: {action}, {subject}", { lines, action, subject })}>
        {t("{lines} fields", { lines })}
      </summary>
      {list}
    </details>
  );
}

function Line({ row: { field, before, after } }: { readonly row: DetailsRow }) {
  return (
    <div>
      <dt>{field}</dt>
      <dd>
        {before !== null && (
          <del>
            <span className="visually-hidden">{t("before:")} </span>
            {breakable(before)}
          </del>
        )}
        {after !== null && (
          <ins>
            <span className="visually-hidden">{t("after:")} </span>
            {breakable(after)}
          </ins>
        )}
      </dd>
    </div>
  );
}

/** A long name such as an endpoint's may break after a colon, and not within a word. */
function breakable(text: string) {
  const [first, ...others] = text.split(":");
  return [
    first,
    ...others.map((part, index) => (
      <Fragment key={index}>
        :<wbr />
        {part}
      </Fragment>
    )),
  ];
}
