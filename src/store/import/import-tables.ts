import { integer, json, nullable, text } from "../columns.ts";

/** The tables of imports that run or have ended. */
export const importTables = {
  import_job: {
    account_id: integer,
    id: text,
    started_at: integer,
    beat_at: integer,
    ended_at: nullable(integer),
    job: json,
  },
  import_left_out: {
    account_id: integer,
    import_id: text,
    number: integer,
    written_at: integer,
    text,
  },
} as const;
