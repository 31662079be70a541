import { isMismatch } from "../../domain/data-file/reader.ts";
import { clientLabel } from "../../domain/data-file/values.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Credential } from "../../store/accounts/credentials.ts";
import type { Store } from "../../store/store.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** Gives a client a label by which operators know it; null takes it away. */
export async function labelClient(
  store: Pick<Store, "credentials">,
  audit: AuditContext,
  clientId: string,
  label: string | null,
): Promise<Credential | Refused<OperatorRefusal>> {
  const malformed = refuseLabel(label, audit.now);
  if (malformed !== null) return malformed;
  const credential = await store.credentials.find(clientId);
  if (credential === null) return { refused: { why: "unknown-client" } };
  if (credential.label !== label) await store.credentials.label(audit, credential, label);
  return { ...credential, label };
}

/** Refuses a label that is too long or not one printable line. Returns null for a good one, or for none. */
export function refuseLabel(label: string | null, now: number): Refused<OperatorRefusal> | null {
  const read = label === null ? null : clientLabel(label, now);
  return isMismatch(read)
    ? { refused: { why: "value-malformed", field: "label", expected: read.expected } }
    : null;
}
