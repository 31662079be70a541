import { useNavigate } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import type { ContactExport } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";

/** Gives all bookings of a contact to another one. */
export function MergeDialog({
  known,
  onClose,
}: {
  readonly known: ContactExport;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const merge = useChange("mergeContact");
  const submit = (typed: FormData) =>
    merge.mutate(
      {
        path: account,
        body: { from: known.external_id, into: typed.get("into") as string },
      },
      {
        onSuccess: ({ body }) => {
          tell(
            t(
              "{bookings, plural, one {One booking is} other {# bookings are}} the other contact's now.",
              { bookings: body.bookings },
            ),
          );
          void navigate({
            to: "/at/$tenant/$environment/bookings",
            params: account,
            search: { q: body.into },
          });
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Merge {external_id} into another contact?", { external_id: known.external_id })}
    >
      <Form
        error={merge.error}
        onSubmit={submit}
        actions={
          <div className="dialog-actions">
            <Button onClick={onClose}>{t("Keep both")}</Button>
            <Button type="submit" tone="danger" busy={merge.isPending}>
              {t("Merge for good")}
            </Button>
          </div>
        }
      >
        <p>
          {t(
            "{count, plural, one {Its booking becomes} other {Its # bookings become}} the other contact's, and this contact ends. It cannot be taken back.",
            { count: known.bookings.length },
          )}
        </p>
        <TextField
          name="into"
          label={t("External id of the contact that stays")}
          required
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
        />
      </Form>
    </Dialog>
  );
}
