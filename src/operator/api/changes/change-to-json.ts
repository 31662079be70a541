import { formatDataLine } from "../../../domain/data-file/format-data-line.ts";
import { formatInstant } from "../../../domain/instant.ts";
import type { Change } from "../../../store/changes/read-changes.ts";

/** One change, as the command line prints it and the API answers it. */
export function changeToJson({ cursor, at, change, actor, requestId, line }: Change): object {
  return {
    cursor,
    at: formatInstant(at),
    change,
    actor,
    request_id: requestId,
    [line.kind]: formatDataLine(line),
  };
}
