import type { NumberedLine } from "../../domain/data-file/data-line.ts";
import type { ImportAnswer } from "../../domain/import/import-report.ts";
import type { KeptJob, Piece } from "../accounts/import-jobs.ts";
import type { exportRows } from "../export/export-rows.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import type { ImportRun } from "../import/import-target.ts";

/** An account's data files. */
export interface ImportDoor {
  /** Imports a data file, or says which of its lines are bad, and then changes nothing. */
  readonly importNumberedLines: (
    lines: AsyncIterable<readonly NumberedLine[]>,
    rules: ImportRules,
    run: ImportRun,
  ) => Promise<ImportAnswer>;
  /** Everything as lines of a data file, in portions, of one moment. */
  readonly exportRows: () => ReturnType<typeof exportRows>;
  /** What is remembered of imports that run or have ended. */
  readonly importJobs: {
    /** Forgets those beyond the newest hundred. False where there is one of this id. */
    readonly add: (job: Pick<KeptJob, "id" | "startedAt" | "job">) => Promise<boolean>;
    /** Writes how a job goes, or how it ended; nothing where it has ended or is forgotten. */
    readonly note: (job: Pick<KeptJob, "id" | "endedAt" | "job">) => Promise<void>;
    /** Its left-out lines go with it. */
    readonly remove: (id: string) => Promise<void>;
    /** Null where it is unknown or forgotten. */
    readonly find: (id: string) => Promise<KeptJob | null>;
    /** Newest first. */
    readonly list: () => Promise<KeptJob[]>;
    /** Adds a piece of the text of left-out lines. With the first, those of older jobs go. */
    readonly addLeftOut: (
      piece: Piece & { readonly text: string; readonly now: number },
    ) => Promise<void>;
    /** Null after the last piece. */
    readonly readLeftOut: (piece: Piece) => Promise<string | null>;
    readonly removeLeftOut: (job: string) => Promise<void>;
  };
}
