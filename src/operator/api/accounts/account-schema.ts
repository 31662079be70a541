import { Type } from "typebox";
import { AccountText } from "../../../operations/fields.ts";

export const Account = Type.Object({
  account: AccountText,
  api_hosts: Type.Array(Type.String()),
  enabled_endpoints: Type.Array(Type.String()),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "Rows by their kind." }),
});

export const ClosedAccount = Type.Object({
  account: AccountText,
  api_hosts: Type.Array(Type.String(), { description: "Hosts that it had." }),
  disabled_endpoints: Type.Array(Type.String()),
  revoked_clients: Type.Array(Type.String()),
  dry_run: Type.Boolean(),
});
