import type { BadLine } from "../../domain/data-file/data-line.ts";
import type {
  ImportCounts,
  ImportReport,
  ImportWarning,
  NamedBooking,
} from "../../domain/import/import-report.ts";
import type { AuditContext } from "../accounts/audit.ts";

export interface ImportOrder {
  readonly audit: AuditContext;
  /** How time goes on from `audit.now`, in milliseconds; as the process's own clock, if absent. */
  readonly monotonicMs?: () => number;
  /** Checks everything and changes nothing. */
  readonly dryRun: boolean;
  /** Known bookings become what the file says of them where it is newer. */
  readonly update: boolean;
  /** With `update`: also where something newer stands here. */
  readonly overwrite?: boolean;
  /**
   * The bad lines will be left out: the report lists all of them up to a limit, and of a slot without enough seats the
   * bookings that came too late.
   */
  readonly skipsBad?: boolean;
  /** A known booking of another campaign is a bad line, not one that is kept. */
  readonly staysInCampaign?: boolean;
  /** Slots may be filled beyond their capacity, which is recorded. */
  readonly allowOverbooked: boolean;
  /** Reports progress in rows. */
  readonly onWriting: (done: number, total: number) => void;
  /** Called when all lines are read: the same text for the same file. */
  readonly digest?: () => string;
}

export type ImportAnswer = ImportResult | BadFile;

/** The counts of a good file's lines by their result. The lists of bookings hold the first 1,000. */
export interface ImportResult extends ImportCounts {
  readonly kept_bookings: readonly NamedBooking[];
  /** Good lines that are odd; absent where there are none. Of these, the first 100. */
  readonly warnings?: readonly ImportWarning[];
  /** With `overwrite`: the bookings at which something newer stood here. */
  readonly overwritten_bookings?: readonly NamedBooking[];
  /** Lines that were good at the check and not when they were written (B215); absent at 0. */
  readonly left_out?: number;
  /** The first 100 of them. */
  readonly left_out_lines?: readonly BadLine[];
  /** The broken-off import of the same file that this one completed: its counts are included. */
  readonly completes?: { readonly begun_at: string };
}

/** The report of a file that was not imported. */
export interface BadFile {
  /** The first bad lines, in the order of the file. */
  readonly errors: readonly BadLine[];
  readonly errorCount: number;
}

export function resultOf(
  report: ImportReport,
  read: number,
  { overwrite = false }: ImportOrder,
): ImportResult {
  const warnings = report.warnings.first;
  return {
    ...report.counts(read),
    kept_bookings: report.kept.first,
    ...(warnings.length > 0 && { warnings }),
    ...(overwrite && { overwritten_bookings: report.overwritten.first }),
  };
}
