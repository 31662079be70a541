import { useState } from "react";
import { t } from "../../language/t.ts";
import type { IssuedCredential } from "../../api/operations.ts";
import { useAnswer, useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/field.tsx";
import { Fault } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { quoted } from "./first-calls.ts";

/** Makes a client; what it is given goes to `onIssued`, with the command that does the same. */
export function CreateCredentialDialog({
  onIssued,
  onClose,
}: {
  readonly onIssued: (issued: IssuedCredential, command: string) => void;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const account = useAnswer("showAccount", { path });
  const create = useChange("createCredential");
  const [audience, setAudience] = useState("");
  const host = account.data?.body.api_hosts[0];
  const given = audience.trim();
  const name = `${path.tenant}/${path.environment}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("New credential")}
      description={t("A client of {name}. Its secret is shown once, right after this.", { name })}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const flag = given === "" ? "" : ` --audience ${quoted(given)}`;
          create.mutate(
            { path, body: given === "" ? {} : { audience: given } },
            {
              onSuccess: ({ body }) =>
                onIssued(body, `npx booking credential create ${name}${flag}`),
            },
          );
        }}
      >
        <TextField
          label={t("Audience (optional)")}
          hint={t(
            "A text that the caller sends with its token requests. Leave it empty for the usual one.",
          )}
          placeholder={host === undefined ? "" : `https://${host}`}
          autoComplete="off"
          spellCheck={false}
          value={audience}
          onChange={({ target }) => setAudience(target.value)}
        />
        {host === undefined && account.data !== undefined && (
          <div className="note" data-tone="amber">
            <p>{t("This account has no API host yet: callers reach it only when it has one.")}</p>
          </div>
        )}
        {create.error !== null && <Fault error={create.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" tone="primary" busy={create.isPending}>
            {t("Make the credential")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
