import { Type } from "typebox";
import { textOrNull, time, timeOrNull, Uuid } from "../../../operations/fields.ts";
import { jsonBody } from "../../../operations/operations-of.ts";
import { firstAdminName } from "../../../usecases/operator/operators.ts";
import { Operator } from "../../../operations/operators.ts";

export const SessionShape = Type.Object({
  operator: Operator,
  csrf_token: textOrNull("For X-CSRF-Token in changes; null when it came with a key."),
  ends_at: timeOrNull("When the session ends."),
});

export const SessionInList = Type.Object({
  session: Uuid,
  begun_at: time("When it began."),
  ends_at: time("When it ends at the latest; two hours without a request end it too."),
  current: Type.Boolean({ description: "Whether this request came in it." }),
});

export const SessionOfOperator = Type.Object({
  ...SessionInList.properties,
  operator: Type.String({ description: "The name of the operator." }),
});

export const SignedInByCode = Type.Object({
  ...SessionShape.properties,
  key: textOrNull("Of the operator that was made; null where it existed before."),
});

/** The largest body that is parsed for a caller without a session. */
const signInLimitBytes = 4 * 1024;

export const SignIn = jsonBody(
  { key: Type.String({ maxLength: 200, description: "The operator's key." }) },
  signInLimitBytes,
);

export const SignInByCode = jsonBody(
  {
    code: Type.String({ maxLength: 200, description: "What follows `#code=` in the link." }),
    name: Type.Optional(
      Type.String({
        maxLength: 64,
        description: `How the first operator is to be called; \`${firstAdminName}\` by default.`,
      }),
    ),
  },
  signInLimitBytes,
);
