import { t } from "../../language/t.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import { callApi } from "../../api/call-api.ts";
import { useApiQuery } from "../../api/queries.ts";
import { Badge } from "../../kit/badge.tsx";
import { useAccount } from "../../shell/account.ts";
import type { Activity } from "./catalogue.ts";
import { instantWords } from "../../kit/instant-words.ts";
import { bookingCutoffWords } from "./campaign-words.ts";
import { PartList } from "./part-list.tsx";
import { TicketTypeDialog } from "./ticket-type-dialog.tsx";

/** The ticket types of an activity; without one the activity cannot be booked. */
export function TicketTypeList({ activity: { interaction, id } }: { readonly activity: Activity }) {
  const path = { ...useAccount(), interaction, activity: id };
  const { campaigns = [] } = useCampaigns();
  const zone = campaigns.find(({ public_key: key }) => key === interaction)?.timezone ?? "UTC";
  return (
    <PartList
      word={t("ticket type")}
      title={t("Ticket types")}
      activity={id}
      answer={useApiQuery("listTicketTypes", { path })}
      none={
        <p className="note" data-tone="amber">
          {t("None yet: nobody can book this activity.")}
        </p>
      }
      describe={({
        has_limited_capacity: limited,
        capacity_per_slot: perSlot,
        tickets_per_contact: perContact,
        booking_cutoff_minutes: cutoff,
        bookable_from: from,
        bookable_until: until,
      }) => (
        <>
          <Badge>{limited ? t("takes a seat") : t("unlimited")}</Badge>
          {perSlot != null && <Badge>{t("at most {perSlot} in a slot", { perSlot })}</Badge>}
          {perContact != null && (
            <Badge>{t("at most {perContact} a contact", { perContact })}</Badge>
          )}
          {cutoff != null && <Badge>{bookingCutoffWords(cutoff)}</Badge>}
          {from != null && <Badge>{t("from {when}", { when: instantWords(from, zone) })}</Badge>}
          {until != null && <Badge>{t("until {when}", { when: instantWords(until, zone) })}</Badge>}
        </>
      )}
      edit={(type, close) => <TicketTypeDialog path={path} type={type} onClose={close} />}
      remove={(type) => callApi("removeTicketType", { path: { ...path, id: type.id } })}
      removable={t("Only a ticket type that was never booked can be removed.")}
    />
  );
}
