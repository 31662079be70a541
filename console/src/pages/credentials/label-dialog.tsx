import { t } from "../../language/t.ts";
import type { Credential } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { LabelField } from "./label-field.tsx";

/** Gives a client a label by which operators know it, or takes it away. */
export function LabelDialog({
  credential: { client_id: id, label },
  onClose,
}: {
  readonly credential: Credential;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const save = useChange("labelCredential");
  return (
    <FormDialog
      title={t("Label of {id}", { id })}
      description={t("Operators know the client by it. Callers never see it.")}

      submit={t("Save the label")}
      busy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={(typed) => {
        const given = textIn(typed, "label").trim();
        save.mutate(
          { path: { ...path, client_id: id }, body: { label: given === "" ? null : given } },
          {
            onSuccess: () => {
              tell(
                given === ""
                  ? t("{id} has no label.", { id })
                  : t("{id} is {given}.", { id, given }),
              );
              onClose();
            },
          },
        );
      }}
    >
      <LabelField defaultValue={label ?? ""} />
    </FormDialog>
  );
}
