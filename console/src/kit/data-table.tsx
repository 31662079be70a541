import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column, under each other. */
  readonly align?: "end";
}

/**
 * Rows under named columns, in the order in which the API gives them. Wide ones scroll in a frame; on
 * a phone each row is a card. The roles are named since a card's boxes are no table's any more.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  cards = "named",
  frame = "region",
}: {
  /** What the rows are, for readers of the screen. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** On a phone: each value beside its column's name, or all of them in a few lines. */
  readonly cards?: "named" | "brief";
  /** A group where a page has several tables of one name: landmarks have names of their own. */
  readonly frame?: "region" | "group";
}) {
  return (
    <div className="table-frame" role={frame} aria-label={label} tabIndex={0}>
      <table className="table" role="table" data-cards={cards}>
        <caption className="visually-hidden">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, align }) => (
              <th
                key={header}
                scope="col"
                role="columnheader"
                className={align === "end" ? "num" : undefined}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ header, cell, align }) => (
                <td
                  key={header}
                  role="cell"
                  data-label={header}
                  className={align === "end" ? "num" : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Below a list of which more can be fetched. */
export function MoreButton({
  query,
}: {
  readonly query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
}) {
  if (!query.hasNextPage) return null;
  return (
    <div className="row">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t("Show more")}
      </Button>
    </div>
  );
}
