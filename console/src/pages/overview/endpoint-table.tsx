import { locale, t } from "../../language/t.ts";
import type { Overview } from "../../api/operations.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { shortNumber, wordsOfEndpoint } from "./series.ts";

/** The requests and latencies of each endpoint over the whole window. */
export function EndpointTable({ overview: { totals } }: { readonly overview: Overview }) {
  const rows = Object.entries(totals.requests_by_endpoint)
    .filter(([, requests]) => requests > 0)
    .map(([endpoint, requests]) => ({
      endpoint,
      requests,
      ...(totals.latency_ms[endpoint] ?? { p50: null, p90: null, p99: null }),
    }));
  return (
    <DataTable
      label={t("Endpoints in this window")}
      columns={columns}
      rows={rows}
      rowKey={({ endpoint }) => endpoint}
    />
  );
}

interface Row {
  readonly endpoint: string;
  readonly requests: number;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
}

const columns: readonly Column<Row>[] = [
  {
    header: t("Endpoint"),
    cell: ({ endpoint }) => (
      <span className="row">
        <strong>{wordsOfEndpoint(endpoint)}</strong>
        <code className="soft">{endpoint === "none" ? t("unknown path") : endpoint}</code>
      </span>
    ),
  },
  {
    header: t("Requests"),
    align: "end",
    cell: ({ requests }) => requests.toLocaleString(locale),
  },
  ...(["p50", "p90", "p99"] as const).map((part): Column<Row> => ({
    header: t("{part}, ms", { part }),
    align: "end",
    cell: (row) => shortNumber(row[part]),
  })),
];
