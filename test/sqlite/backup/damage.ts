import { readFileSync, writeFileSync } from "node:fs";
import { query } from "../../harness/query.ts";

const pageBytes = 4_096;

/** Overwrites the first page of the bookings, as a bad disk would; the database can still be opened. */
export function damage(path: string): void {
  const [page] = query(
    `sqlite:${path}`,
    "select rootpage as number from sqlite_schema where type = 'table' and name = 'booking'",
  );
  const end = pageBytes * Number(page?.["number"]);
  const bytes = readFileSync(path);
  bytes.fill(0x5a, end - pageBytes, end);
  writeFileSync(path, bytes);
}
