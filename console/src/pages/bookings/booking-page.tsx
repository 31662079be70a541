import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { useCampaigns, useCatalogue } from "../../api/campaigns.ts";
import type { Explanation } from "../../api/operations.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { StatusBadge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Fault, Shown } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";
import { wordsOf } from "../../kit/words-of.ts";
import { useAccount } from "../../shell/account.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
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
  | { readonly kind: "promote" | "move" };

function TheBooking({ explained }: { readonly explained: Explanation }) {
  const account = useAccount();
  const path = { ...account, booking: explained.booking };
  const { campaigns = [], zoneOf } = useCampaigns();
  const campaign = campaigns.find(({ public_key }) => public_key === explained.interaction);
  const zone = zoneOf(explained.interaction);
  const { names } = useCatalogue(campaign);
  const [open, setOpen] = useState<Open | null>(null);
  const [mayCheckIn, mayChange] = [useMay("staff"), useMay("admin")];
  const checkIn = useChange("checkIn");
  const undo = useChange("undoCheckIn");
  const isLive = explained.booking_status !== "CANCELLED";
  const { activity, host } = explained;
  const title = names.activity(activity);
  const when = wordsOf(explained.slot_starting_at, zone);
  const error = checkIn.error ?? undo.error;
  const busy = checkIn.isPending || undo.isPending;
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={t("Booking of {external_id}", { external_id: explained.external_id })}
        eyebrow={explained.booking}
      >
        {mayChange && explained.booking_status === "WAITLIST" && (
          <Button onClick={() => setOpen({ kind: "promote" })}>{t("Promote")}</Button>
        )}
        {mayChange && isLive && (
          <Button onClick={() => setOpen({ kind: "move" })}>{t("Move")}</Button>
        )}
        {mayChange && isLive && (
          <Button tone="danger" onClick={() => setOpen({ kind: "cancel", ticket: null })}>
            {t("Cancel the booking")}
          </Button>
        )}
      </PageHeader>
      <div className="booking-columns">
        <div className="stack">
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
              <dt>{t("Slot")}</dt>
              <dd>
                <When at={explained.slot_starting_at} zone={zone} />{" "}
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
              <dd>{explained.interaction}</dd>
              <dt>{t("Ticket type")}</dt>
              <dd>{names.ticketType(activity, explained.ticket_type)}</dd>
              <dt>{t("Contact")}</dt>
              <dd>
                <ContactLink externalId={explained.external_id} />
              </dd>
            </dl>
          </section>
          <section className="card" aria-labelledby="tickets-title">
            <div className="card-header">
              <h2 id="tickets-title">{t("Tickets")}</h2>
            </div>
            {error !== null && <Fault error={error} />}
            <TicketList
              booking={explained}
              zone={zone}
              busy={busy}
              onCheckIn={mayCheckIn ? (ticket) => checkIn.mutate({ path, body: { ticket } }) : null}
              onUndo={mayCheckIn ? (ticket) => undo.mutate({ path, body: { ticket } }) : null}
              onCancel={mayChange ? (ticket) => setOpen({ kind: "cancel", ticket }) : null}
            />
          </section>
          <ExplanationPanel explained={explained} zone={zone} />
        </div>
        <section className="card" aria-labelledby="history-title">
          <div className="card-header">
            <h2 id="history-title">{t("History")}</h2>
          </div>
          <Timeline booking={explained} campaign={{ zone, names }} />
        </section>
      </div>
      {open?.kind === "cancel" && (
        <CancelDialog
          explained={explained}
          ticket={open.ticket}
          promotes={campaign?.waitlist_promotion === "automatic"}
          when={`${title}, ${when}`}
          zone={zone}
          onClose={close}
        />
      )}
      {open?.kind === "promote" && <PromoteDialog explained={explained} onClose={close} />}
      {open?.kind === "move" && (
        <MoveDialog explained={explained} campaign={campaign} onClose={close} />
      )}
    </>
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
