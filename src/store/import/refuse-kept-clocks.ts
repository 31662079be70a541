import { badLine, type BadLine, type DataLine } from "../../domain/data-file/data-line.ts";
import { expectedAlone } from "../../domain/catalogue/kept-clock.ts";
import type { Spool } from "./spool.ts";

/** Refuses the campaigns of a file whose slots keep their hour, and of which it has slots or bookings. */
export function refuseKeptClocks(spool: Spool): BadLine[] {
  const campaigns = spool.select<[line: number, content: string]>(`
    select line, content
    from line
    where name > 'interaction' || char(10)
    and name < 'interaction' || char(11)
    and content ->> 'zone_change' = 'keep_wall_clock'
    and exists (
      select 1
      from line as other
      where other.place is not null
      and other.content ->> 'interaction' = line.content ->> 'public_key'
    )`);
  return Array.from(campaigns, ([line, content]) =>
    badLine(line, JSON.parse(content) as DataLine, {
      field: "zone_change",
      expected: expectedAlone,
    }),
  );
}
