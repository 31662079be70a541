import { useState } from "react";
import { useCampaigns } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { csvAddress } from "../../kit/csv-delimiter.ts";
import { t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";
import { BulkCancelDialog } from "./bulk-cancel-dialog.tsx";
import { BulkMoveDialog } from "./bulk-move-dialog.tsx";

/** As many as a file can name, and as can be looked over before they change. */
const selectedMax = 200;

/** What can be done with the bookings that are ticked. */
export function BulkBar({
  bookings,
  onDone,
}: {
  readonly bookings: readonly Booking[];
  readonly onDone: () => void;
}) {
  const account = useAccount();
  const [mayMove, mayCancel] = [useMay("move"), useMay("cancel")];
  const { campaigns = [] } = useCampaigns();
  // The dialogue keeps the rows that it began with, whatever the table shows meanwhile.
  const [open, setOpen] = useState<{
    readonly to: "cancel" | "move";
    readonly chosen: readonly Booking[];
  } | null>(null);
  const isTooMany = bookings.length > selectedMax;
  const campaignOf = (rows: readonly Booking[]) => {
    const [key, ...others] = new Set(rows.map(({ interaction }) => interaction));
    return others.length > 0 ? null : campaigns.find(({ public_key }) => public_key === key);
  };
  const campaign = campaignOf(bookings);
  const campaignOfOpen = open === null ? null : campaignOf(open.chosen);
  const close = () => {
    setOpen(null);
    onDone();
  };
  const query = { booking: bookings.map(({ booking }) => booking) };
  return (
    <>
      <div className="bulk-bar row" role="group" aria-label={t("With the selected bookings")}>
        <span role="status">{countWords(bookings.length)}</span>
        {bookings.length > 0 && (
          <>
            {mayMove && !isTooMany && (
              <Button
                onClick={() => setOpen({ to: "move", chosen: bookings })}
                disabled={campaign == null}
              >
                {t("Move…")}
              </Button>
            )}
            {mayCancel && !isTooMany && (
              <Button tone="danger" onClick={() => setOpen({ to: "cancel", chosen: bookings })}>
                {t("Cancel…")}
              </Button>
            )}
            {!isTooMany && (
              <a className="button" href={csvAddress("downloadBookings", account, query)} download>
                {t("Selected as CSV")}
              </a>
            )}
            <Button tone="quiet" onClick={onDone}>
              {t("Select none")}
            </Button>
            {mayMove && campaign == null && (
              <span className="soft">
                {t("Bookings of several campaigns cannot move together.")}
              </span>
            )}
          </>
        )}
      </div>
      {open?.to === "cancel" && <BulkCancelDialog bookings={open.chosen} onClose={close} />}
      {open?.to === "move" && campaignOfOpen != null && (
        <BulkMoveDialog bookings={open.chosen} campaign={campaignOfOpen} onClose={close} />
      )}
    </>
  );
}

function countWords(count: number): string {
  if (count === 0) return t("Tick bookings to cancel, move or save several at once.");
  return count > selectedMax
    ? t("{count} selected: at most {max} at once.", { count, max: selectedMax })
    : t("{count} selected", { count });
}
