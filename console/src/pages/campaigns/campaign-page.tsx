import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { languageName } from "../../kit/localised.ts";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import { ActivityCard } from "./activity-card.tsx";
import { ActivityDialog } from "./activity-dialog.tsx";
import { CampaignDialog } from "./campaign-dialog.tsx";
import {
  bookingCutoffWords,
  cutoffWords,
  promotionWords,
  reminderWords,
  limitCountsWords,
} from "./campaign-words.ts";
import "./campaigns.css";
import { titleOf } from "../../api/campaigns.ts";
import type { Campaign } from "./catalogue.ts";
import { RemoveDialog } from "./remove-dialog.tsx";

/** A campaign with its rules, its activities, and its missing texts. */
export function CampaignPage() {
  const account = useAccount();
  const { interaction } = useParams({
    from: "/signed-in/at/$tenant/$environment/campaigns/$interaction",
  });
  // The list is fetched, because its lines have their ETags.
  const campaigns = useApiQuery("listInteractions", { path: account });
  return (
    <Shown of={campaigns} what={t("the campaign")}>
      {({ body: { items } }) => {
        const campaign = items.find(({ public_key: key }) => key === interaction);
        return campaign === undefined ? (
          <>
            <PageHeader title={interaction} />
            <Empty title={t("There is no such campaign")}>
              <Link to="/at/$tenant/$environment/campaigns" params={account}>
                {t("To the campaigns")}
              </Link>
            </Empty>
          </>
        ) : (
          <Found campaign={campaign} />
        );
      }}
    </Shown>
  );
}

function Found({ campaign }: { readonly campaign: Campaign }) {
  const account = useAccount();
  const mayEdit = useMay("catalogue");
  const [dialog, setDialog] = useState<CampaignDialogs | null>(null);
  const { public_key: interaction } = campaign;
  const groups = useApiQuery("listGroups", { path: account });
  const activities = useApiQuery("listActivities", { path: { ...account, interaction } });
  const group = groups.data?.body.items.find(({ unique_key: key }) => key === campaign.group);
  return (
    <>
      <PageHeader
        title={titleOf(campaign)}
        eyebrow={
          <>
            <Link to="/at/$tenant/$environment/campaigns" params={account}>
              {t("Campaigns")}
            </Link>{" "}
            · {group?.display_name ?? campaign.group} · {interaction}
          </>
        }
      >
        <Link
          className="button"
          to="/at/$tenant/$environment/slots"
          params={account}
          search={{ interaction }}
        >
          {t("Its slots")}
        </Link>
        {mayEdit && <Actions onOpen={setDialog} />}
      </PageHeader>
      <div className="stack">
        <AboutCampaign campaign={campaign} />
        <h2>{t("Activities")}</h2>
        <Shown of={activities} what={t("activities")}>
          {({ body: { items } }) =>
            items.length === 0 ? (
              <Empty title={t("No activity yet")}>{t("Nothing can be booked without one.")}</Empty>
            ) : (
              items.map((activity) => (
                <ActivityCard key={activity.id} activity={activity} campaign={campaign} />
              ))
            )
          }
        </Shown>
      </div>
      {dialog === "campaign" && (
        <CampaignDialog
          campaign={campaign}
          groups={groups.data?.body.items ?? []}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "remove" && (
        <RemoveCampaign interaction={interaction} onClose={() => setDialog(null)} />
      )}
      {dialog === "activity" && (
        <ActivityDialog campaign={campaign} activity={null} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

function AboutCampaign({ campaign }: { readonly campaign: Campaign }) {
  const [now] = useState(() => new Date().toISOString());
  const { timezone, languages, default_language: main } = campaign;
  return (
    <section className="card" aria-label={t("About the campaign")}>
      <dl className="facts">
        <dt>{t("Time zone")}</dt>
        <dd>
          {timezone}{" "}
          <span className="soft">{t("({when} now)", { when: instantWords(now, timezone) })}</span>
        </dd>
        <dt>{t("Languages")}</dt>
        <dd>
          {languages
            .map((code) => `${languageName(code)}${code === main ? `, ${t("default")}` : ""}`)
            .join(" · ")}
        </dd>
        <dt>{t("Waitlist")}</dt>
        <dd>{promotionWords(campaign)}</dd>
        <dt>{t("Callers can cancel")}</dt>
        <dd>{cutoffWords(campaign)}</dd>
        <dt>{t("Booking")}</dt>
        <dd>{bookingCutoffWords(campaign.booking_cutoff_minutes)}</dd>
        {campaign.reminder_minutes != null && (
          <>
            <dt>{t("Reminders")}</dt>
            <dd>{reminderWords(campaign.reminder_minutes)}</dd>
          </>
        )}
        {campaign.tickets_per_contact != null && (
          <>
            <dt>{t("Tickets of one contact, at most")}</dt>
            <dd>
              {campaign.tickets_per_contact}{" "}
              {limitCountsWords[campaign.contact_limit_counts ?? "upcoming"]()}
            </dd>
          </>
        )}
        <dt>{t("Resource name")}</dt>
        <dd>
          <code>{`interactions/${campaign.id}`}</code>
        </dd>
      </dl>
    </section>
  );
}

function RemoveCampaign({
  interaction,
  onClose,
}: {
  readonly interaction: string;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  return (
    <RemoveDialog
      what={t("campaign")}
      name={interaction}
      word={interaction}
      remove={() =>
        callApi("removeInteraction", {
          path: { ...account, public_key: interaction },
          query: { with: "everything-unbooked" },
        })
      }
      onRemoved={() => void navigate({ to: "/at/$tenant/$environment/campaigns", params: account })}
      onClose={onClose}
    >
      {t(
        "Its activities go with it, and their slots, hosts and ticket types. Only a campaign that nobody ever booked can be removed.",
      )}
    </RemoveDialog>
  );
}

type CampaignDialogs = "campaign" | "activity" | "remove";

function Actions({ onOpen }: { readonly onOpen: (dialog: CampaignDialogs) => void }) {
  return (
    <>
      <Button tone="danger" onClick={() => onOpen("remove")}>
        {t("Remove campaign")}
      </Button>
      <Button onClick={() => onOpen("campaign")}>{t("Edit campaign")}</Button>
      <Button tone="primary" onClick={() => onOpen("activity")}>
        {t("New activity")}
      </Button>
    </>
  );
}
