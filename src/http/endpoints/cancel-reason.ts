import { CancelReasonHeader } from "../../../contract/headers.ts";
import { isMismatch } from "../../domain/data-file/reader.ts";
import { reason } from "../../domain/data-file/values.ts";
import { textCheck } from "../call/text-check.ts";

const hasForm = textCheck(CancelReasonHeader);

/**
 * The reason that the header's values say, decoded; null for none, and undefined for values that are
 * ignored. Nothing here refuses a cancel: the specification names every ground for that.
 */
export function readCancelReason(values: readonly string[]): string | null | undefined {
  const [given] = values;
  if (given === undefined) return null;
  if (values.length > 1 || !hasForm(given)) return undefined;
  const decoded = decode(given);
  const read = decoded === null ? undefined : reason(decoded, 0);
  return isMismatch(read) ? undefined : read;
}

function decode(given: string): string | null {
  try {
    return decodeURIComponent(given);
  } catch {
    return null;
  }
}
