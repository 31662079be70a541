import { dataKinds, keyFields, type DataKind } from "../../domain/data-file/data-line.ts";
import type { Scratch } from "./scratch.ts";
import type { Repeats } from "./tally.ts";
import { contentFields } from "./stage-line.ts";

/**
 * Finds the lines that contradict other lines of the file. A line that repeats another word for word
 * is deleted instead. Returns the number of such repetitions for each kind.
 */
export async function checkFile(
  scratch: Scratch,
  yieldToEventLoop: () => Promise<void>,
): Promise<Repeats> {
  const repeats: Partial<Record<DataKind, number>> = {};
  for (const kind of dataKinds) {
    // A single line cannot repeat another.
    repeats[kind] = scratch.lines(kind) < 2 ? 0 : takeOutRepeats(scratch, kind);
    await yieldToEventLoop();
  }
  if (scratch.lines("interaction") > 1) findSharedIds(scratch);
  return repeats;
}

function takeOutRepeats(scratch: Scratch, kind: DataKind): number {
  const table = `${kind}_line`;
  const key = keyFields[kind].map((name) => `"${name}"`).join(", ");
  scratch.exec(`
    create index ${table}_by_key on ${table} (${key});

    create table ${kind}_repeat (
      line integer primary key,
      first integer
    );

    insert into ${kind}_repeat (line, first)
    select line, first
    from (
      select line, min(line) over (partition by ${key}) as first
      from ${table}
      where (${key}) in (
        select ${key}
        from ${table}
        group by ${key}
        having count(*) > 1
      )
      and line not in (select line from bad_line)
    )
    where line > first`);
  const fields = [...contentFields(kind), ...(kind === "interaction" ? ["id"] : [])];
  scratch.exec(`
    insert or ignore into bad_line
    select line, '${kind}', ${keyText[kind]}, ${kind === "slot" ? "starting_at" : "null"}, field, 'what line ' || first || ' says of the same ${kind}'
    from (
      select
        later.*,
        repeat.first,
        case ${fields.map((name) => `when later."${name}" is not earlier."${name}" then '${name}'`).join(" ")} end as field
      from ${kind}_repeat as repeat
      join ${table} as later on later.line = repeat.line
      join ${table} as earlier on earlier.line = repeat.first
    )
    where field is not null`);
  const { changes } = scratch
    .prepare(`delete from ${table} where line in (select line from ${kind}_repeat)`)
    .run();
  return Number(changes);
}

/** The key as a report shows it, as an expression on a row of lines; a slot's start is added later. */
const keyText = {
  group: "unique_key",
  interaction: "public_key",
  activity: "interaction || '/' || id",
  host: "interaction || '/' || activity || '/' || id",
  ticket_type: "interaction || '/' || activity || '/' || id",
  slot: "interaction || '/' || activity || iif(host = '', '', '/' || host)",
  booking: "booking",
} as const satisfies Record<DataKind, string>;

function findSharedIds(scratch: Scratch): void {
  scratch.exec(`
    insert or ignore into bad_line
    select line, 'interaction', public_key, null, 'id', 'an id of its own: line ' || first || ' gives it to another interaction'
    from (
      select line, public_key, min(line) over (partition by id) as first
      from interaction_line
      where id is not null
      and line not in (select line from bad_line)
    )
    where line > first`);
}
