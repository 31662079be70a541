import { Type } from "typebox";
import { AccountText, time, timeOrNull } from "../../../operations/fields.ts";

export const Role = Type.Union(
  [Type.Literal("admin"), Type.Literal("staff"), Type.Literal("viewer")],
  { description: "admin: everything; staff: look up and check in; viewer: only look." },
);

const operatorFields = {
  name: Type.String(),
  role: Role,
  accounts: Type.Union([Type.Array(AccountText), Type.Null()], {
    description: "Null: every account there is or will be.",
  }),
  key_prefix: Type.String(),
  created_at: time("When."),
  last_used_at: timeOrNull("To the minute."),
  revoked_at: timeOrNull("When its key ended."),
} as const;
export const OperatorShape = Type.Object(operatorFields);
export const IssuedOperator = Type.Object({
  ...operatorFields,
  key: Type.String({ description: "Shown here once and never again." }),
});
