#!/usr/bin/env bash
# DuckDB 1.5.6 (@duckdb/node-api) reads `2031-05-14T08:00:00Z` of a CSV file as an instant, and of JSON as a wall clock without a zone:
# in a session of Zurich the same booking is at 10:00 in one table and at 08:00 in the other, a join of both on the start finds
# nothing, and JSON that is written again has lost its `Z`. One time with milliseconds beside others without makes the whole column texts.
# `columns={…: 'TIMESTAMPTZ'}` reads all of them.
# Matters to: reports on an export of bookings beside a CSV list: `booked_at` has milliseconds now and then.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 >/dev/null 2>&1
cat >a.ndjson <<'JSON'
{"slot":"2031-05-14T08:00:00Z","booked_at":"2031-05-01T08:00:00Z"}
{"slot":"2031-05-15T08:00:00Z","booked_at":"2031-05-02T08:00:00.250Z"}
JSON
printf '%s\n' slot,booked_at 2031-05-14T08:00:00Z,2031-05-01T08:00:00Z 2031-05-15T08:00:00Z,2031-05-02T08:00:00.250Z >a.csv
cat >ask.mjs <<'JS'
import { DuckDBInstance } from "@duckdb/node-api";
const connection = await (await DuckDBInstance.create(":memory:")).connect();
const rows = async (statement) => (await connection.runAndReadAll(statement)).getRowsJson();
await rows("set TimeZone = 'Europe/Zurich'");
const json = "read_json('a.ndjson')";
const told = "read_json('a.ndjson', columns = {slot: 'TIMESTAMPTZ', booked_at: 'TIMESTAMPTZ'})";
for (const [name, table] of [["csv", "read_csv('a.csv')"], ["json", json], ["json, told", told]]) {
  const columns = await rows(`select column_type from (describe select * from ${table})`);
  const [[first]] = await rows(`select slot::timestamptz::text from ${table}`);
  const [[joined]] = await rows(`select count(*) from ${table} join read_csv('a.csv') csv using (slot)`);
  console.log(`${name}: ${columns.join(", ")}; the first at ${first}; joined with csv: ${joined}`);
}
await rows(`copy (select slot from ${json} limit 1) to 'out.ndjson' (format json)`);
JS
{ node ask.mjs && cat out.ndjson; } | tee seen
diff seen - <<'SEEN'
csv: TIMESTAMP WITH TIME ZONE, TIMESTAMP WITH TIME ZONE; the first at 2031-05-14 10:00:00+02; joined with csv: 2
json: TIMESTAMP, VARCHAR; the first at 2031-05-14 08:00:00+02; joined with csv: 0
json, told: TIMESTAMP WITH TIME ZONE, TIMESTAMP WITH TIME ZONE; the first at 2031-05-14 10:00:00+02; joined with csv: 2
{"slot":"2031-05-14 08:00:00"}
SEEN
