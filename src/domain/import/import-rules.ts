import type { DateOrder } from "../data-file/spreadsheet-dates.ts";
import type { ZoneChange } from "../data-file/line-fields.ts";
import type { SlotsToAdd } from "./import-report.ts";

/**
 * How a file is imported: what an operator asks, the campaigns that the operator is limited to, and the zones in which
 * a spreadsheet was read. `importRules` makes them once for the reader of the file, its check, its portions and the
 * decision of each line. A portion that was good at the check is decided with `skipBad` (`decideWithoutBad`).
 */
export interface ImportRules {
  readonly format: "ndjson" | "csv";
  /** Checks everything and changes nothing. */
  readonly dryRun: boolean;
  /**
   * Imports the good lines of a file that has bad ones. The report lists the bad lines up to a limit, and of a slot
   * without enough seats the bookings that came too late.
   */
  readonly skipBad: boolean;
  /** Known bookings become what the file says of them where it is newer. */
  readonly update: boolean;
  /** Known bookings become what the file says also where something newer stands here; implies `update`. */
  readonly overwrite: boolean;
  /** Slots may be filled beyond their capacity, which is recorded. */
  readonly allowOverbooked: boolean;
  /**
   * Public keys of the campaigns whose lines are good; null: all. A known booking of another campaign is then a bad line,
   * not one that is kept.
   */
  readonly interactions: readonly string[] | null;
  /** Slots that bookings name and the account lacks are made. */
  readonly missingSlots?: SlotsToAdd | undefined;
  /** What a changed time zone means in campaigns' lines that say nothing of it. */
  readonly zoneChange?: ZoneChange | undefined;
  /** Of a spreadsheet: the order of its dates, where no row shows it. */
  readonly dates?: DateOrder | undefined;
  /** Of a spreadsheet: the account, of whose name ids of bookings are made (`HowToReadCsv`). */
  readonly account?: string | undefined;
  /** Of a spreadsheet: the zones by whose clocks its times were read, by public key; a campaign's may be another by now. */
  readonly zones?: ReadonlyMap<string, string> | undefined;
}

/** The rules of an import of which only this is asked. */
export function importRules(asked: Partial<ImportRules>): ImportRules {
  return {
    format: "ndjson",
    dryRun: false,
    skipBad: false,
    update: false,
    overwrite: false,
    allowOverbooked: false,
    interactions: null,
    ...asked,
  };
}

/** Whether lines may change known bookings. */
export function mayUpdate({ update, overwrite }: ImportRules): boolean {
  return update || overwrite;
}
