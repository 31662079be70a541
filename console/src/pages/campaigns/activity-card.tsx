import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { useMay } from "../../api/session.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { textOf } from "../../api/campaigns.ts";
import { languageName } from "../../kit/localised.ts";
import { useAccount } from "../../shell/account.ts";
import { ActivityDialog } from "./activity-dialog.tsx";
import type { Activity, Campaign } from "./catalogue.ts";
import { HostList } from "./host-list.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { TicketTypeList } from "./ticket-type-list.tsx";
import { activityGaps, gapWords, languagesOf, translated } from "./translations.ts";

interface CardProps {
  readonly activity: Activity;
  readonly campaign: Campaign;
}

/** One activity: its texts side by side, its hosts and its ticket types. */
export function ActivityCard({ activity, campaign }: CardProps) {
  const [dialog, setDialog] = useState<"edit" | "remove" | null>(null);
  const { id, slot_duration_in_minutes: minutes } = activity;
  const gaps = activityGaps(activity, campaign);
  const name = textOf(activity.title, campaign.default_language, campaign.languages) || id;
  return (
    <article className="card stack" aria-label={t("Activity {id}", { id })}>
      <div className="row spread">
        <span className="row">
          <h3 className="activity-title">{name}</h3>
          <code className="soft">{id}</code>
          {gaps.length > 0 && (
            <Badge tone="amber">
              {t("{count, plural, one {# text} other {# texts}} missing", { count: gaps.length })}
            </Badge>
          )}
        </span>
        <Actions activity={activity} name={name} onOpen={setDialog} />
      </div>
      <Texts activity={activity} campaign={campaign} />
      <p className="soft">
        {minutes === null || minutes === undefined
          ? t("New slots have no set length.")
          : t("New slots take {minutes, plural, one {# minute} other {# minutes}}.", {
              minutes,
            })}{" "}
        {t("Where it has hosts, theirs counts.")}
      </p>
      <div className="grid">
        <HostList activity={activity} />
        <TicketTypeList activity={activity} />
      </div>
      {dialog === "edit" && (
        <ActivityDialog campaign={campaign} activity={activity} onClose={() => setDialog(null)} />
      )}
      {dialog === "remove" && (
        <RemoveActivity activity={activity} name={name} onClose={() => setDialog(null)} />
      )}
    </article>
  );
}

/** The texts of each language, side by side. */
function Texts({ activity, campaign }: CardProps) {
  const gaps = activityGaps(activity, campaign);
  return (
    <ul className="texts" aria-label={t("Texts of {id}", { id: activity.id })}>
      {languagesOf(activity, campaign).map((language) => (
        <li key={language}>
          <strong>
            {languageName(language)}
            <span className="soft">
              {language === campaign.default_language && `, ${t("default")}`}
              {!campaign.languages.includes(language) && `, ${t("not offered")}`}
            </span>
          </strong>
          <dl>
            {translated.map(({ field, label }) => {
              const text = activity[field]?.[language] ?? "";
              const gap = gaps.find((each) => each.field === field && each.language === language);
              return (
                <div key={field} data-missing={gap !== undefined || undefined}>
                  <dt>{label}</dt>
                  <dd>
                    {gap !== undefined && gapWords(gap, activity, campaign)}
                    {gap === undefined && text === "" && (
                      <span className="soft">{t("no text")}</span>
                    )}
                    {gap === undefined && text !== "" && <span lang={language}>{text}</span>}
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Actions({
  activity: { interaction, id },
  name,
  onOpen,
}: {
  readonly activity: Activity;
  readonly name: string;
  readonly onOpen: (dialog: "edit" | "remove") => void;
}) {
  const account = useAccount();
  const mayEdit = useMay("catalogue");
  return (
    <span className="row">
      <Link
        className="button"
        data-tone="quiet"
        to="/at/$tenant/$environment/slots"
        params={account}
        search={{ interaction, activity: id }}
        aria-label={t("Slots of {name}", { name })}
      >
        {t("Slots")}
      </Link>
      {mayEdit && (
        <>
          <Button
            tone="quiet"
            aria-label={t("Remove activity {name}", { name })}
            onClick={() => onOpen("remove")}
          >
            {t("Remove")}
          </Button>
          <Button aria-label={t("Edit {name}", { name })} onClick={() => onOpen("edit")}>
            {t("Edit")}
          </Button>
        </>
      )}
    </span>
  );
}

function RemoveActivity({
  activity: { interaction, id },
  name,
  onClose,
}: {
  readonly activity: Activity;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  return (
    <RemoveDialog
      what={t("activity")}
      name={name}
      remove={() =>
        callApi("removeActivity", {
          path: { ...account, interaction, id },
          query: { with: "everything-unbooked" },
        })
      }
      onClose={onClose}
    >
      {t(
        "Its slots, hosts and ticket types go with it. Only an activity that nobody ever booked can be removed, and not the last one of a campaign.",
      )}
    </RemoveDialog>
  );
}
