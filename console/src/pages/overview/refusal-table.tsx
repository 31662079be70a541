import { locale, t } from "../../language/t.ts";
import type { Overview } from "../../api/operations.ts";
import { refusalWords } from "../../kit/refusal-words.ts";
import { shortNumber } from "./series.ts";

/** The reasons of refused requests in this window, the most frequent first. */
export function RefusalTable({ overview: { totals } }: { readonly overview: Overview }) {
  const rows = Object.entries(totals.refusals_by_reason).toSorted(
    ([, one], [, other]) => other - one,
  );
  return (
    <section className="card plot" aria-labelledby="refusals-title">
      <div className="plot-caption">
        <h2 id="refusals-title">{t("Why requests were refused")}</h2>
      </div>
      {rows.length === 0 ? (
        <p className="soft">{t("None was, in this window.")}</p>
      ) : (
        <table className="table refusals">
          <thead>
            <tr>
              <th scope="col">{t("Reason")}</th>
              <th scope="col" className="num">
                {t("Requests")}
              </th>
              <th scope="col" className="num">
                {t("Of refused")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([reason, count]) => (
              <tr key={reason}>
                <td>
                  {refusalWords(reason)}
                  <code className="soft refusal-code">{reason}</code>
                </td>
                <td className="num">{count.toLocaleString(locale)}</td>
                <td className="num">{shortNumber((100 * count) / totals.refused)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
