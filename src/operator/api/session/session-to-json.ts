import { formatInstant } from "../../../domain/instant.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import { operatorToJson } from "../../../operations/operators.ts";
import type { Session } from "../state/sessions.ts";
import type { SessionShape } from "./session-schema.ts";
import type { Sent } from "../../../operations/fields.ts";

/** The answer to signing in, and to `showSession`. */
export function sessionToJson(
  operator: Operator,
  session: Session | null,
): Sent<typeof SessionShape> {
  return {
    operator: operatorToJson(operator),
    csrf_token: session?.csrfToken ?? null,
    ends_at: session === null ? null : formatInstant(session.endsAt),
  };
}
