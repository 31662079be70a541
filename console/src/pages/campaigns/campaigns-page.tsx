import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { ActivitiesInBrief } from "./activities-in-brief.tsx";
import { CampaignDialog } from "./campaign-dialog.tsx";
import "./campaigns.css";
import { titleOf } from "../../api/campaigns.ts";
import type { Campaign, Group } from "./catalogue.ts";
import { cutoffWords, promotionWords } from "./campaign-words.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

type Editing =
  | { readonly what: "group"; readonly group: Group | null }
  | { readonly what: "removal"; readonly group: Group }
  | { readonly what: "campaign" };

/** The account's groups and their campaigns. */
export function CampaignsPage() {
  const account = useAccount();
  const mayEdit = useMay("catalogue");
  const groups = useApiQuery("listGroups", { path: account });
  const campaigns = useApiQuery("listInteractions", { path: account });
  const [editing, setEditing] = useState<Editing | null>(null);
  const close = () => setEditing(null);
  return (
    <>
      <PageHeader title={t("Campaigns")} eyebrow={`${account.tenant}/${account.environment}`}>
        {mayEdit && (
          <>
            <Button onClick={() => setEditing({ what: "group", group: null })}>
              {t("New group")}
            </Button>
            <Button tone="primary" onClick={() => setEditing({ what: "campaign" })}>
              {t("New campaign")}
            </Button>
          </>
        )}
      </PageHeader>
      <Shown of={groups} what={t("groups")}>
        {({ body: { items } }) =>
          items.length === 0 ? (
            <Empty title={t("No campaign yet")}>
              {mayEdit
                ? t(
                    "A campaign belongs to a group, the organisation behind it. “New campaign” makes both.",
                  )
                : t("An admin makes campaigns.")}
            </Empty>
          ) : (
            <Shown of={campaigns} what={t("campaigns")}>
              {(found) => (
                <div className="stack groups">
                  {items.map((group) => (
                    <GroupSection
                      key={group.unique_key}
                      group={group}
                      campaigns={found.body.items.filter(
                        (campaign) => campaign.group === group.unique_key,
                      )}
                      onEdit={mayEdit ? () => setEditing({ what: "group", group }) : null}
                      onRemove={mayEdit ? () => setEditing({ what: "removal", group }) : null}
                    />
                  ))}
                </div>
              )}
            </Shown>
          )
        }
      </Shown>
      {editing?.what === "group" && <GroupDialog group={editing.group} onClose={close} />}
      {editing?.what === "removal" && <RemoveGroup group={editing.group} onClose={close} />}
      {editing?.what === "campaign" && (
        <CampaignDialog campaign={null} groups={groups.data?.body.items ?? []} onClose={close} />
      )}
    </>
  );
}

function RemoveGroup({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const account = useAccount();
  return (
    <RemoveDialog
      what={t("group")}
      name={group.display_name || group.unique_key}
      remove={() => callApi("removeGroup", { path: { ...account, unique_key: group.unique_key } })}
      onClose={onClose}
    >
      {t("Only a group without campaigns can be removed.")}
    </RemoveDialog>
  );
}

function GroupSection({
  group,
  campaigns,
  onEdit,
  onRemove,
}: {
  readonly group: Group;
  readonly campaigns: readonly Campaign[];
  readonly onEdit: (() => void) | null;
  readonly onRemove: (() => void) | null;
}) {
  return (
    <section
      className="stack-small"
      aria-label={t("Group {display_name}", { display_name: group.display_name })}
    >
      <div className="row spread">
        <h2>
          {group.display_name || group.unique_key} <code className="soft">{group.unique_key}</code>
        </h2>
        <span className="row">
          {onRemove !== null && campaigns.length === 0 && (
            <Button
              tone="quiet"
              aria-label={t("Remove group {display_name}", { display_name: group.display_name })}
              onClick={onRemove}
            >
              {t("Remove group")}
            </Button>
          )}
          {onEdit !== null && (
            <Button
              tone="quiet"
              aria-label={t("Edit group {display_name}", { display_name: group.display_name })}
              onClick={onEdit}
            >
              {t("Edit group")}
            </Button>
          )}
        </span>
      </div>
      {campaigns.length === 0 ? (
        <p className="soft">{t("No campaign belongs to it.")}</p>
      ) : (
        <CampaignTable group={group} campaigns={campaigns} />
      )}
    </section>
  );
}

function CampaignTable({
  group,
  campaigns,
}: {
  readonly group: Group;
  readonly campaigns: readonly Campaign[];
}) {
  const account = useAccount();
  return (
    <DataTable
      label={t("Campaigns of {display_name}", { display_name: group.display_name })}
      rows={campaigns}
      rowKey={({ public_key: key }) => key}
      columns={[
        {
          header: t("Campaign"),
          cell: (campaign) => (
            <Link
              className="whole"
              to="/at/$tenant/$environment/campaigns/$interaction"
              params={{ ...account, interaction: campaign.public_key }}
              title={campaign.public_key}
            >
              {titleOf(campaign)}
            </Link>
          ),
        },
        {
          header: t("Activities"),
          cell: (campaign) => <ActivitiesInBrief campaign={campaign} />,
        },
        {
          header: t("Time zone"),
          cell: ({ timezone }) => <span className="whole">{timezone}</span>,
        },
        {
          header: t("Languages"),
          cell: ({ languages, default_language: main }) => (
            <span className="row">
              {languages.map((language) => (
                <Badge key={language}>
                  {language}
                  {language === main && `, ${t("default")}`}
                </Badge>
              ))}
            </span>
          ),
        },
        { header: t("Waitlist"), cell: promotionWords },
        { header: t("Cancelling"), cell: cutoffWords },
      ]}
    />
  );
}
