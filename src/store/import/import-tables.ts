/** The tables of imports that run or have ended. */
export interface ImportTables {
  import_job: {
    account_id: number;
    id: string;
    started_at: number;
    beat_at: number;
    ended_at: number | null;
    job: string;
  };
  import_left_out: {
    account_id: number;
    import_id: string;
    number: number;
    written_at: number;
    text: string;
  };
}
