import { execute } from "./query.ts";

const hourMs = 3_600_000;

/** Gives the database the marks of a clock that has gone on for more than a day, up to `until`. */
export function markSteadyClock(databaseUrl: string, until = Date.now()): void {
  const rows = Array.from(
    { length: 30 },
    (_, mark) => `(${mark + 1}, ${until - (29 - mark) * hourMs})`,
  );
  execute(databaseUrl, `delete from clock_mark; insert into clock_mark values ${rows.join(", ")}`);
}
