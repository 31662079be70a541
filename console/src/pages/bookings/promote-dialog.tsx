import { t } from "../../language/t.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import type { Explanation } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Fault } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { isRefusedByClock } from "./late-field.tsx";
import { WaitingWords } from "./service-sentences.tsx";

/** Promotes a waiting booking; overtaking others needs a second confirmation. */
export function PromoteDialog({
  explained,
  onClose,
}: {
  readonly explained: Explanation;
  readonly onClose: () => void;
}) {
  const path = { ...useAccount(), booking: explained.booking };
  const { zoneOf } = useCampaigns();
  const promote = useChange("promoteBooking");
  const mayPassOver = useMay("slots");
  const isNotFirst =
    mayPassOver && promote.error instanceof ProblemError && promote.error.problem === "not-first";
  const isLate = mayPassOver && isRefusedByClock(promote.error);
  const past = isLate ? t("Promote all the same") : t("Promote");
  const words = isNotFirst ? t("Promote past the others") : past;
  const confirm = (body: { readonly overtake?: boolean; readonly late?: boolean }) =>
    promote.mutate(
      { path, body },
      {
        onSuccess: () => {
          tell(t("Confirmed: it has its seats."));
          onClose();
        },
      },
    );
  return (
    <Dialog open onClose={onClose} title={t("Promote from the waitlist?")}>
      <div className="stack">
        {explained.waitlist !== undefined && (
          <p>
            <WaitingWords waiting={explained.waitlist} zone={zoneOf(explained.interaction)} />
          </p>
        )}
        <p>{t("The booking becomes CONFIRMED, and its time becomes that of the promotion.")}</p>
        {promote.error !== null && <Fault error={promote.error} />}
        {isLate && (
          <p>
            {t(
              "Giving a seat of a slot that has begun is possible on purpose. It is recorded in the history.",
            )}
          </p>
        )}
        {isNotFirst && (
          <p>
            {t(
              "Passing over others who have waited longer is possible on purpose. It is recorded in the history.",
            )}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Leave it waiting")}</Button>
          <Button
            tone={isNotFirst || isLate ? "danger" : "primary"}
            busy={promote.isPending}
            onClick={() =>
              confirm({ ...(isNotFirst && { overtake: true }), ...(isLate && { late: true }) })
            }
          >
            {words}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
