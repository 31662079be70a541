import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { useNames } from "../../api/campaigns.ts";
import type { Slot } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { Countdown } from "../../kit/countdown.tsx";
import { DataTable } from "../../kit/data-table.tsx";
import { Shown } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { whoOf } from "../desk/who.ts";
import { BookingLink } from "./booking-link.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import type { Hold, Kept } from "./kept-seats.ts";
import { useKept } from "./use-kept.ts";

/** The slot's live holds and offers with their ends; nothing where no seat is held. */
export function HeldSeats({ slot }: { readonly slot: Slot }) {
  const { holds, kept } = useKept(slot);
  if (kept.length === 0 && slot.held === 0) return null;
  return (
    <section className="card stack-small" aria-label={t("Held seats")}>
      <div className="card-header">
        <h2>{t("Held seats ({count})", { count: slot.held })}</h2>
      </div>
      <p className="soft">
        {t(
          "They are taken for everybody else until they are booked, given back, or their time ends.",
        )}
      </p>
      <Shown of={holds} what={t("the held seats")}>
        {() => <KeptTable slot={slot} kept={kept} />}
      </Shown>
    </section>
  );
}

function KeptTable({ slot, kept }: { readonly slot: Slot; readonly kept: readonly Kept[] }) {
  const mayChange = useMay("book");
  const [acting, setActing] = useState<{ on: Hold; to: "release" | "extend" } | null>(null);
  const { interaction, activity, timezone: zone } = slot;
  const names = useNames(
    kept.map(({ ticketType }) => ({ interaction, activity, ticket_type: ticketType })),
  )(interaction);
  const close = () => setActing(null);
  return (
    <>
      <DataTable
        label={t("Holds and offers")}
        rows={kept}
        rowKey={({ key }) => key}
        cards="brief"
        columns={[
          {
            header: t("Ends in"),
            cell: ({ endsAt }) => (
              <span className="held-end">
                <strong>
                  <Countdown at={endsAt} />
                </strong>{" "}
                <span className="soft">
                  <When at={endsAt} zone={zone} show="time" />
                </span>
              </span>
            ),
          },
          {
            header: t("Tickets"),
            cell: ({ tickets, ticketType }) =>
              `${tickets} × ${names.ticketType(activity, ticketType)}`,
          },
          { header: t("For"), cell: (each) => <KeptFor kept={each} /> },
          ...(mayChange
            ? [
                {
                  header: t("Change"),
                  cell: (each: Kept) => (
                    <HoldButtons kept={each} onAct={(on, to) => setActing({ on, to })} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {acting?.to === "release" && (
        <ReleaseDialog hold={acting.on} isAwaited={slot.waiting_tickets > 0} onClose={close} />
      )}
      {acting?.to === "extend" && <ExtendDialog hold={acting.on} zone={zone} onClose={close} />}
    </>
  );
}

function KeptFor({ kept: { hold, offered } }: { readonly kept: Kept }) {
  const params = useAccount();
  if (offered !== undefined) {
    return (
      <>
        <BookingLink booking={offered} words={whoOf(offered)} />{" "}
        <Badge tone="amber">{t("offered")}</Badge>
      </>
    );
  }
  const contact = hold?.external_id;
  if (contact === undefined) return <span className="soft">{t("nobody named")}</span>;
  return (
    <Link to="/at/$tenant/$environment/bookings" params={params} search={{ q: contact }}>
      {contact}
    </Link>
  );
}

/** An offer is declined or accepted where its booking is. */
function HoldButtons({
  kept: { hold, tickets },
  onAct,
}: {
  readonly kept: Kept;
  readonly onAct: (hold: Hold, to: "release" | "extend") => void;
}) {
  if (hold === undefined) return null;
  const named = { tickets, contact: hold.external_id ?? hold.hold.slice(0, 8) };
  return (
    <span className="row">
      <Button
        tone="quiet"
        aria-label={t("Extend the hold of {tickets} for {contact}", named)}
        onClick={() => onAct(hold, "extend")}
      >
        {t("Extend")}
      </Button>
      <Button
        tone="quiet"
        aria-label={t("Release the hold of {tickets} for {contact}", named)}
        onClick={() => onAct(hold, "release")}
      >
        {t("Release")}
      </Button>
    </span>
  );
}

function ReleaseDialog({
  hold,
  isAwaited,
  onClose,
}: {
  readonly hold: Hold;
  /** Whether somebody waits for the slot. */
  readonly isAwaited: boolean;
  readonly onClose: () => void;
}) {
  const release = useChange("releaseHold");
  const path = { ...useAccount(), hold: hold.hold };
  return (
    <ConfirmDialog
      title={t("Release this hold?")}
      action={t("Release {tickets, plural, one {# seat} other {# seats}}", {
        tickets: hold.tickets,
      })}
      busy={release.isPending}
      error={release.error}
      onClose={onClose}
      onConfirm={() =>
        release.mutate(
          { path },
          {
            onSuccess: () => {
              tell(t("The hold is released."));
              onClose();
            },
          },
        )
      }
    >
      <p>
        {t(
          "Whoever pays for them at this moment is told that the hold has ended, and gets a seat only if one is free then.",
        )}
      </p>
      {isAwaited && (
        <p>
          {t("People wait for this slot: where the campaign promotes by itself, they come first.")}
        </p>
      )}
    </ConfirmDialog>
  );
}
