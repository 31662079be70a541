import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import type { ContactExport } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { RadioField, TextField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";

/** Erases a contact: its consequences, the treatment of upcoming bookings, and the id typed to confirm. */
export function EraseDialog({
  known,
  toCome,
  onClose,
}: {
  readonly known: ContactExport;
  /** Live bookings of slots that have not begun. */
  readonly toCome: number;
  readonly onClose: () => void;
}) {
  const erase = useErase(known.contact);
  const [isUnsaid, setIsUnsaid] = useState(false);
  const submit = (typed: FormData) => {
    const upcoming = upcomingIn(typed);
    if (toCome === 0 || upcoming !== undefined) erase.submit(upcoming);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Erase {external_id}?", { external_id: known.external_id })}
    >
      <Form
        error={erase.error}
        onEdit={() => setIsUnsaid(false)}
        onAttempt={(typed) => setIsUnsaid(toCome > 0 && upcomingIn(typed) === undefined)}
        onSubmit={submit}
        actions={
          <div className="dialog-actions">
            <Button onClick={onClose}>{t("Keep everything")}</Button>
            <Button type="submit" tone="danger" busy={erase.isPending}>
              {t("Erase for good")}
            </Button>
          </div>
        }
      >
        <Consequences />
        {toCome > 0 && <UpcomingChoice toCome={toCome} isUnsaid={isUnsaid} />}
        <TextField
          name="external_id"
          label={t("Type the external id to confirm")}
          hint={known.external_id}
          autoComplete="off"
          spellCheck={false}
          validate={(typed) =>
            typed === known.external_id
              ? null
              : t("Type {word}, letter by letter.", { word: known.external_id })
          }
        />
      </Form>
    </Dialog>
  );
}

/** Erases the contact, and goes to the bookings. */
function useErase(contact: string) {
  const account = useAccount();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useChange("eraseContact");
  const submit = (upcoming: "cancel" | "keep" | undefined) =>
    mutate(
      { path: { ...account, contact }, query: upcoming === undefined ? {} : { upcoming } },
      {
        onSuccess: ({ body }) => {
          tell(
            body.cancelled === 0
              ? t("Erased.")
              : t("Erased; {cancelled} cancelled.", { cancelled: body.cancelled }),
          );
          void navigate({ to: "/at/$tenant/$environment/bookings", params: account });
        },
      },
    );
  return { submit, error, isPending };
}

function Consequences() {
  return (
    <ul className="erase-consequences">
      <li>
        {t("The external id and the names of attendees are taken out, and cannot be brought back.")}
      </li>
      <li>
        {t(
          "The bookings stay, under an id that nobody knows, so that seats and histories add up. The customer's own system finds none of them any more.",
        )}
      </li>
      <li>{t("Backups, exports and other systems are not reached: erase there as well.")}</li>
    </ul>
  );
}

function UpcomingChoice({
  toCome,
  isUnsaid,
}: {
  readonly toCome: number;
  readonly isUnsaid: boolean;
}) {
  return (
    <fieldset className="choice upcoming">
      <legend>
        {t("{toCome, plural, one {One booking is} other {# bookings are}} still to come", {
          toCome,
        })}
      </legend>
      <RadioField
        name="upcoming"
        value="cancel"
        label={t("Cancel them: their seats become free")}
      />
      <RadioField
        name="upcoming"
        value="keep"
        label={t("Keep them, under nobody's name: the seats stay taken")}
      />
      {isUnsaid && (
        <span className="wrong" role="alert">
          {t("Choose one of the two.")}
        </span>
      )}
    </fieldset>
  );
}

function upcomingIn(typed: FormData): "cancel" | "keep" | undefined {
  return (["cancel", "keep"] as const).find((each) => each === typed.get("upcoming"));
}
