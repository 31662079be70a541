import { t } from "../../language/t.ts";
import type { Explanation } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { ReasonField, reasonIn } from "../../kit/reason-field.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { whoOf } from "../desk/who.ts";
import { RefusedDialog } from "./refused-dialog.tsx";

/** Shows the consequences of a cancel, or the rule that refuses it. */
export function CancelDialog({
  explained,
  ticket,
  promotes,
  when,
  zone,
  onClose,
}: {
  readonly explained: Explanation;
  /** Null for the whole booking. */
  readonly ticket: number | null;
  /** Whether the campaign moves its waitlist up by itself. */
  readonly promotes: boolean;
  /** The slot, in words. */
  readonly when: string;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const live = explained.tickets.filter(({ cancelled_at }) => cancelled_at === null);
  const count = ticket === null ? live.length : 1;
  const isLast = ticket !== null && live.length === 1;
  const words = wordsFor(isLast ? null : ticket);
  const broken = explained.rules.filter(({ passed }) => !passed);
  const isLate = broken.some(({ name }) => name === "cut-off");
  const cancel = useCancel(explained.booking, ticket, () => {
    tell(words.done);
    onClose();
  });
  if (ticket === null && broken.some(({ name }) => name !== "cut-off")) {
    return (
      <RefusedDialog
        title={t("It cannot be cancelled")}
        rules={broken}
        zone={zone}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <Form
        error={cancel.error}
        onSubmit={cancel.submit}
        actions={
          <div className="dialog-actions">
            <Button onClick={onClose}>{t("Keep it")}</Button>
            <Button type="submit" tone="danger" busy={cancel.isPending}>
              {words.action}
            </Button>
          </div>
        }
      >
        <p>
          {t(
            "{count, plural, one {One ticket} other {# tickets}} of {contact}, {when}. It cannot be taken back: whoever changes their mind books again.",
            { count, contact: whoOf(explained, ticket === null ? [] : [ticket]), when },
          )}
        </p>
        <p>{consequence(explained.booking_status, promotes)}</p>
        {isLate && (
          <CheckField
            name="after_cutoff"
            label={t(
              "Cancel it although the cut-off has passed: callers could not, and it is recorded",
            )}
          />
        )}
        <ReasonField />
      </Form>
    </Dialog>
  );
}

/** Of a ticket, or of the whole booking. */
function wordsFor(ticket: number | null) {
  return ticket === null
    ? {
        title: t("Cancel the booking?"),
        action: t("Cancel the booking"),
        done: t("Cancelled the booking."),
      }
    : {
        title: t("Cancel ticket {ticket}?", { ticket }),
        action: t("Cancel ticket {ticket}", { ticket }),
        done: t("Cancelled ticket {ticket}.", { ticket }),
      };
}

function useCancel(booking: string, ticket: number | null, onSuccess: () => void) {
  const path = { ...useAccount(), booking };
  const { mutate, error, isPending } = useChange("cancelBooking");
  const submit = (typed: FormData) => {
    const isMeant = typed.get("after_cutoff") !== null;
    const how = { ...(ticket !== null && { ticket }), ...(isMeant && { after_cutoff: true }) };
    mutate({ path, body: { ...how, ...reasonIn(typed) } }, { onSuccess });
  };
  return { submit, error, isPending };
}

function consequence(status: string, promotes: boolean): string {
  if (status === "WAITLIST") return t("It leaves the waitlist: no seat becomes free by that.");
  return promotes
    ? t("Seats that become free go to the first on the waitlist at once, if anybody waits.")
    : t("Seats that become free stay free until somebody books, or is promoted by hand.");
}
