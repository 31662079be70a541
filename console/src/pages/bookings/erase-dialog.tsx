import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import type { ContactExport } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/field.tsx";
import { Fault } from "../../kit/states.tsx";
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
  const account = useAccount();
  const navigate = useNavigate();
  const erase = useChange("eraseContact");
  const [typed, setTyped] = useState("");
  const [upcoming, setUpcoming] = useState<"cancel" | "keep" | null>(null);
  const isSure = typed === known.external_id && (toCome === 0 || upcoming !== null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Erase {external_id}?", { external_id: known.external_id })}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSure) return;
          erase.mutate(
            {
              path: { ...account, contact: known.contact },
              query: upcoming === null ? {} : { upcoming },
            },
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
        }}
      >
        <ul className="erase-consequences">
          <li>
            {t(
              "The external id and the names of attendees are taken out, and cannot be brought back.",
            )}
          </li>
          <li>
            {t(
              "The bookings stay, under an id that nobody knows, so that seats and histories add up. The customer's own system finds none of them any more.",
            )}
          </li>
          <li>{t("Backups, exports and other systems are not reached: erase there as well.")}</li>
        </ul>
        {toCome > 0 && (
          <fieldset className="upcoming">
            <legend>
              {t("{toCome, plural, one {One booking is} other {# bookings are}} still to come", {
                toCome,
              })}
            </legend>
            {(
              [
                ["cancel", t("Cancel them: their seats become free")],
                ["keep", t("Keep them, under nobody's name: the seats stay taken")],
              ] as const
            ).map(([value, words]) => (
              <label className="check" key={value}>
                <input
                  type="radio"
                  name="upcoming"
                  checked={upcoming === value}
                  onChange={() => setUpcoming(value)}
                />
                <span>{words}</span>
              </label>
            ))}
          </fieldset>
        )}
        <TextField
          label={t("Type the external id to confirm")}
          hint={known.external_id}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {erase.error !== null && <Fault error={erase.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Keep everything")}</Button>
          <Button type="submit" tone="danger" disabled={!isSure} busy={erase.isPending}>
            {t("Erase for good")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
