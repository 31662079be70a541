import { badLine, type BadLine, type DataLine } from "../../domain/data-file/data-line.ts";
import type { Spool } from "./spool.ts";

const expected =
  "keep_instants, or a file of its own: this one has slots or bookings of the campaign";

/**
 * Refuses the campaigns of a file whose slots keep their hour, and of which it has slots or bookings: such a line does not
 * say whether its start is the former one.
 */
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
    badLine(line, JSON.parse(content) as DataLine, { field: "zone_change", expected }),
  );
}
