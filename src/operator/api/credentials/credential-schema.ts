import { Type } from "typebox";
import { AccountText, textOrNull, time, timeOrNull } from "../fields.ts";

export const Credential = Type.Object({
  client_id: Type.String(),
  audience: Type.String(),
  label: textOrNull("What operators call the client."),
  account: AccountText,
  created_at: time("When it was made."),
  revoked_at: timeOrNull("When it ended."),
  secrets: Type.Array(
    Type.Object({
      prefix: Type.String({ description: "What may be shown of the secret." }),
      created_at: time("When it was made."),
      last_used_at: timeOrNull("When a token was last issued for it, about."),
      expires_at: timeOrNull("When it ends."),
    }),
  ),
});

export const IssuedCredential = Type.Object({
  client_id: Type.String(),
  client_secret: Type.String({ description: "Shown here once and never again." }),
  audience: Type.String(),
  account: AccountText,
});
