import { correct, type BrokenServer } from "./broken-server.ts";
import type { Json } from "../reference/behaviour.ts";

/** The change of a server that patches each record of the correct server. */
export function patched(patch: (record: Json) => Json): BrokenServer["change"] {
  return {
    record(account, booking, language) {
      return patch(correct.record.call(this, account, booking, language));
    },
  };
}

/** The same for the members of one field. */
export function patchedField(field: string, patch: Json): BrokenServer["change"] {
  return patched((record) => ({ ...record, [field]: { ...(record[field] as Json), ...patch } }));
}
