import { Type } from "typebox";
import { AccountText } from "../fields.ts";

export const Account = Type.Object({
  account: AccountText,
  api_hosts: Type.Array(Type.String()),
  enabled_endpoints: Type.Array(Type.String()),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "Rows by their kind." }),
});
