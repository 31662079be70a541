import { t } from "../../language/t.ts";
import type { IssuedCredential } from "../../api/operations.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { useAccount } from "../../shell/account.ts";
import { quoted } from "./first-calls.ts";
import { LabelField } from "./label-field.tsx";

/** Makes a client; its secret goes to `onIssued`, with the command that does the same. */
export function CreateCredentialDialog({
  onIssued,
  onClose,
}: {
  readonly onIssued: (issued: IssuedCredential, command: string) => void;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const account = useApiQuery("showAccount", { path });
  const create = useChange("createCredential");
  const host = account.data?.body.api_hosts[0];
  const name = `${path.tenant}/${path.environment}`;
  return (
    <FormDialog
      title={t("New credential")}
      description={t("A client of {name}. Its secret is shown once, right after this.", { name })}

      submit={t("Make the credential")}
      busy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={(typed) => {
        const given = ["audience", "label"]
          .map((field) => [field, textIn(typed, field).trim()] as const)
          .filter(([, text]) => text !== "");
        const flags = given.map(([field, text]) => ` --${field} ${quoted(text)}`).join("");
        create.mutate(
          { path, body: Object.fromEntries(given) },
          {
            onSuccess: ({ body }) =>
              onIssued(body, `npx booking credential create ${name}${flags}`),
          },
        );
      }}
    >
      <LabelField />
      <TextField
        name="audience"
        label={t("Audience (optional)")}
        hint={t(
          "A text that the caller sends with its token requests. Leave it empty for the usual one.",
        )}
        placeholder={host === undefined ? "" : `https://${host}`}
        autoComplete="off"
        spellCheck={false}
      />
      {host === undefined && account.data !== undefined && (
        <div className="note" data-tone="amber">
          <p>{t("This account has no API host yet: callers reach it only when it has one.")}</p>
        </div>
      )}
    </FormDialog>
  );
}
