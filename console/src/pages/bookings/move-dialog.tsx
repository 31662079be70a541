import { t } from "../../language/t.ts";
import type { Campaign } from "../../api/campaigns.ts";
import type { Explanation } from "../../api/operations.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { MoveForm } from "./move-form.tsx";
import { RefusedDialog } from "./refused-dialog.tsx";

/** Moves a booking within its campaign, or shows the rule that refuses it. */
export function MoveDialog({
  explained,
  campaign,
  onClose,
}: {
  readonly explained: Explanation;
  /** Undefined while it is loading. */
  readonly campaign: Campaign | undefined;
  readonly onClose: () => void;
}) {
  // The cut-off binds callers, and not the operator who moves a booking.
  const against = explained.rules.filter(({ name, passed }) => !passed && name !== "cut-off");
  if (against.length > 0) {
    return (
      <RefusedDialog
        title={t("It cannot be moved")}
        rules={against}
        zone={campaign?.timezone ?? "UTC"}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open size="wide" onClose={onClose} title={t("Move to another slot")}>
      {campaign !== undefined && (
        <MoveForm explained={explained} campaign={campaign} onClose={onClose} />
      )}
    </Dialog>
  );
}
