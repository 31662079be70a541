import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant } from "../../../domain/instant.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import { instantOrNull } from "./instant-or-null.ts";

/** An operator as scripts read it. `accounts` is null where it is all of them. */
export function operatorToJson(operator: Operator): object {
  return {
    name: operator.name,
    role: operator.role,
    accounts: operator.accounts?.map(({ name }) => formatAccountName(name)) ?? null,
    key_prefix: operator.keyPrefix,
    created_at: formatInstant(operator.createdAt),
    last_used_at: instantOrNull(operator.lastUsedAt),
    revoked_at: instantOrNull(operator.revokedAt),
  };
}
