import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { ShopFields } from "./shop-fields.tsx";
import { t } from "../../language/t.ts";
import { useCampaigns, useCatalogue, type Campaign, type Names } from "../../api/campaigns.ts";
import type { Explanation } from "../../api/operations.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Fault, Shown } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { When } from "../../kit/when.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import { whoOf } from "../desk/who.ts";
import { SlotLink } from "../slots/slot-link.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { hindranceOf } from "./hindrance.ts";
import { ExplanationPanel } from "./explanation-panel.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { PromoteDialog } from "./promote-dialog.tsx";
import { TicketList } from "./ticket-list.tsx";
import { Timeline } from "./timeline.tsx";
import "./bookings.css";

/** One booking, with its history, its actions, and the reasons where an action is refused. */
export function BookingPage() {
  const { booking } = useParams({ from: "/signed-in/at/$tenant/$environment/bookings/$booking" });
  const path = { ...useAccount(), booking };
  const explained = useApiQuery("explainBooking", { path }, { everyMs: 15_000 });
  return (
    <Shown
      of={{ ...explained, data: explained.data?.body, refetch: () => explained.refetch() }}
      what={t("the booking")}
    >
      {(found) => <TheBooking explained={found} />}
    </Shown>
  );
}

type Open =
  | { readonly kind: "cancel"; readonly ticket: number | null }
  | { readonly kind: "promote" | "move" | "change" };

function TheBooking({ explained }: { readonly explained: Explanation }) {
  const { campaigns = [], zoneOf } = useCampaigns();
  const campaign = campaigns.find(({ public_key }) => public_key === explained.interaction);
  const zone = zoneOf(explained.interaction);
  const { names } = useCatalogue(campaign);
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <PageHeader
        title={t("Booking of {who}", { who: whoOf(explained) })}
        eyebrow={explained.booking}
      >
        <Actions explained={explained} onOpen={setOpen} />
      </PageHeader>
      <div className="booking-columns">
        <div className="stack">
          <FactsCard explained={explained} zone={zone} names={names} />
          <TicketsCard explained={explained} zone={zone} onOpen={setOpen} />
          <ExplanationPanel explained={explained} zone={zone} />
        </div>
        <section className="card" aria-labelledby="history-title">
          <div className="card-header">
            <h2 id="history-title">{t("History")}</h2>
          </div>
          <Timeline booking={explained} campaign={{ zone, names }} />
        </section>
      </div>
      <OpenDialog
        open={open}
        explained={explained}
        campaign={campaign}
        zone={zone}
        title={names.activity(explained.activity)}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

/** Confirms a booking with the seats that are kept for it. */
function AcceptButton({ explained }: { readonly explained: Explanation }) {
  const path = { ...useAccount(), booking: explained.booking };
  const accept = useChange("acceptOffer");
  return (
    <>
      <Button
        tone="primary"
        busy={accept.isPending}
        onClick={() =>
          accept.mutate(
            { path, body: {} },
            { onSuccess: () => tell(t("Confirmed: it has its seats.")) },
          )
        }
      >
        {t("Accept the offer")}
      </Button>
      {accept.error !== null && <Fault error={accept.error} />}
    </>
  );
}

function Actions({
  explained,
  onOpen,
}: {
  readonly explained: Explanation;
  readonly onOpen: (open: Open) => void;
}) {
  const { booking_status: status, offer_ends_at: offerEndsAt } = explained;
  const mayAccept = [useMay("waitlist"), useMay("book")].includes(true);
  const [mayPromote, mayMove, mayCancel] = [useMay("waitlist"), useMay("move"), useMay("cancel")];
  const hindrance = hindranceOf(explained);
  const mayChange = [useMay("desk"), mayMove].includes(true);
  const changeButton = mayChange && (
    <Button onClick={() => onOpen({ kind: "change" })}>{t("Change…")}</Button>
  );
  if (status === "CANCELLED") return changeButton;
  return (
    <>
      {mayAccept && offerEndsAt !== undefined && <AcceptButton explained={explained} />}
      {mayPromote && status === "WAITLIST" && offerEndsAt === undefined && (
        <Button onClick={() => onOpen({ kind: "promote" })}>{t("Promote")}</Button>
      )}
      {changeButton}
      {mayMove && <Button onClick={() => onOpen({ kind: "move" })}>{t("Move")}</Button>}
      {mayCancel && hindrance !== "other" && (
        <Button tone="danger" onClick={() => onOpen({ kind: "cancel", ticket: null })}>
          {hindrance === null ? t("Cancel the booking") : t("Cancel after the cut-off")}
        </Button>
      )}
    </>
  );
}

function FactsCard({
  explained,
  zone,
  names,
}: {
  readonly explained: Explanation;
  readonly zone: string;
  readonly names: Names;
}) {
  const { interaction, activity, host, slot_starting_at: start } = explained;
  const title = names.activity(activity);
  const campaignName = useCampaigns().nameOf(interaction);
  return (
    <section className="card" aria-label={t("Facts")}>
      <dl className="facts">
        <dt>{t("Status")}</dt>
        <dd className="row">
          <StatusBadge status={explained.booking_status} />
          <span>
            <Trans
              id="since {when}"
              values={{ when: <When at={explained.booked_at} zone={zone} /> }}
            />
          </span>
        </dd>
        {explained.offer_ends_at !== undefined && (
          <>
            <dt>{t("Seats kept until")}</dt>
            <dd>
              <When at={explained.offer_ends_at} zone={zone} />
            </dd>
          </>
        )}
        <dt>{t("Slot")}</dt>
        <dd>
          <SlotLink slot={{ ...explained, starting_at: start }}>
            <When at={start} zone={zone} />
          </SlotLink>{" "}
          <span className="soft">{zone}</span>
        </dd>
        <dt>{t("Activity")}</dt>
        <dd>
          {title} {title !== activity && <span className="soft">{activity}</span>}
        </dd>
        {host !== undefined && (
          <>
            <dt>{t("Host")}</dt>
            <dd>{names.host(activity, host)}</dd>
          </>
        )}
        <dt>{t("Campaign")}</dt>
        <dd>
          {campaignName}{" "}
          {campaignName !== interaction && <span className="soft">{interaction}</span>}
        </dd>
        <dt>{t("Ticket type")}</dt>
        <dd>{names.ticketType(activity, explained.ticket_type)}</dd>
        <dt>{t("Contact")}</dt>
        <dd>
          <ContactLink externalId={explained.external_id} />
        </dd>
        <ShopFields booking={explained} />
      </dl>
    </section>
  );
}

function TicketsCard({
  explained,
  zone,
  onOpen,
}: {
  readonly explained: Explanation;
  readonly zone: string;
  readonly onOpen: (open: Open) => void;
}) {
  const path = { ...useAccount(), booking: explained.booking };
  const [mayCheckIn, mayCancel] = [useMay("desk"), useMay("cancel")];
  const checkIn = useChange("checkIn");
  const undo = useChange("undoCheckIn");
  const error = checkIn.error ?? undo.error;
  return (
    <section className="card" aria-labelledby="tickets-title">
      <div className="card-header">
        <h2 id="tickets-title">{t("Tickets")}</h2>
      </div>
      {error !== null && <Fault error={error} />}
      <TicketList
        booking={explained}
        zone={zone}
        busy={checkIn.isPending || undo.isPending}
        onCheckIn={mayCheckIn ? (ticket) => checkIn.mutate({ path, body: { ticket } }) : null}
        onUndo={mayCheckIn ? (ticket) => undo.mutate({ path, body: { ticket } }) : null}
        onCancel={mayCancel ? (ticket) => onOpen({ kind: "cancel", ticket }) : null}
      />
    </section>
  );
}

function OpenDialog({
  open,
  explained,
  campaign,
  zone,
  title,
  onClose,
}: {
  readonly open: Open | null;
  readonly explained: Explanation;
  readonly campaign: Campaign | undefined;
  readonly zone: string;
  readonly title: string;
  readonly onClose: () => void;
}) {
  if (open === null) return null;
  if (open.kind === "cancel") {
    return (
      <CancelDialog
        explained={explained}
        ticket={open.ticket}
        promotes={(campaign?.waitlist_promotion ?? "manual") !== "manual"}
        when={`${title}, ${instantWords(explained.slot_starting_at, zone)}`}
        zone={zone}
        onClose={onClose}
      />
    );
  }
  if (open.kind === "change") return <ChangeDialog explained={explained} onClose={onClose} />;
  return open.kind === "promote" ? (
    <PromoteDialog explained={explained} onClose={onClose} />
  ) : (
    <MoveDialog explained={explained} campaign={campaign} onClose={onClose} />
  );
}

/** A booking names its contact by the caller's id; the contact's page is addressed by the service's id. */
function ContactLink({ externalId }: { readonly externalId: string }) {
  const account = useAccount();
  const { data } = useApiQuery("findContact", {
    path: account,
    query: { external_id: externalId },
  });
  const contact = data?.body.items[0]?.contact;
  if (contact === undefined) return <>{externalId}</>;
  return (
    <Link to="/at/$tenant/$environment/contacts/$contact" params={{ ...account, contact }}>
      {externalId}
    </Link>
  );
}
