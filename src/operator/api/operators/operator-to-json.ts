import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../../domain/instant.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import type { OperatorShape } from "./operator-schema.ts";
import type { Sent } from "../../../operations/fields.ts";

/** An operator; `accounts` is null for all accounts. */
export function operatorToJson(operator: Operator): Sent<typeof OperatorShape> {
  return {
    name: operator.name,
    role: operator.role,
    accounts: operator.accounts?.map(({ name }) => formatAccountName(name)) ?? null,
    key_prefix: operator.keyPrefix,
    created_at: formatInstant(operator.createdAt),
    last_used_at: formatInstantOrNull(operator.lastUsedAt),
    revoked_at: formatInstantOrNull(operator.revokedAt),
  };
}
