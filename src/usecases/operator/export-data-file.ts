import { formatWholeLine, notAfter } from "../../domain/data-file/data-line-text.ts";
import type { SlotLine } from "../../domain/data-file/data-line.ts";
import type { AccountStore } from "../../store/account-store.ts";

export interface ExportOptions {
  /** Milliseconds UTC; the present moment where it is left out. */
  readonly now?: number;
  /** Called with each slot that holds more than its capacity: its import needs the permission to overbook. */
  readonly onOverbooked?: (slot: SlotLine) => void;
}

/**
 * The lines of a data file that gives an empty account the same answers as this one, at the moment of the
 * first line. A time that lies in the future is written as now, because an import refuses it and `booking verify`
 * names it. A caller that stops early must call `return`, as `for await` does.
 */
export async function* exportDataFile(
  account: Pick<AccountStore, "exportRows">,
  { now = Date.now(), onOverbooked = () => {} }: ExportOptions = {},
): AsyncGenerator<object> {
  for await (const rows of account.exportRows()) {
    for (const row of rows) {
      if (row.kind === "slot" && row.taken > row.capacity) onOverbooked(row);
      yield formatWholeLine(row.kind === "booking" ? notAfter(row, now) : row);
    }
  }
}
