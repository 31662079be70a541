import type { Overview } from "../../api/operations.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { shortNumber, wordsOfEndpoint } from "./series.ts";

/** Each endpoint's requests and latencies over the whole window. */
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
      label="Endpoints in this window"
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
    header: "Endpoint",
    cell: ({ endpoint }) => (
      <span className="row">
        <strong>{wordsOfEndpoint(endpoint)}</strong>
        <code className="soft">{endpoint === "none" ? "unknown path" : endpoint}</code>
      </span>
    ),
  },
  {
    header: "Requests",
    align: "end",
    cell: ({ requests }) => requests.toLocaleString("en-GB"),
  },
  ...(["p50", "p90", "p99"] as const).map((part): Column<Row> => ({
    header: `${part}, ms`,
    align: "end",
    cell: (row) => shortNumber(row[part]),
  })),
];
