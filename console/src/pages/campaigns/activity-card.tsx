import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../api/session.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { languageName, shownText } from "../../kit/localised.ts";
import { useAccount } from "../../shell/account.ts";
import { ActivityDialog } from "./activity-dialog.tsx";
import type { Activity, Campaign } from "./catalogue.ts";
import { HostList } from "./host-list.tsx";
import { TicketTypeList } from "./ticket-type-list.tsx";
import { activityGaps, gapWords, languagesOf, translated } from "./translations.ts";

/** One activity: its texts side by side, its hosts and its ticket types. */
export function ActivityCard({
  activity,
  campaign,
}: {
  readonly activity: Activity;
  readonly campaign: Campaign;
}) {
  const account = useAccount();
  const mayEdit = useMay("admin");
  const [editing, setEditing] = useState(false);
  const { interaction, id, slot_duration_in_minutes: minutes } = activity;
  const gaps = activityGaps(activity, campaign);
  const name = shownText(activity.title, campaign.default_language) || id;
  return (
    <article className="card stack" aria-label={`Activity ${id}`}>
      <div className="row spread">
        <span className="row">
          <h3 className="activity-title">{name}</h3>
          <code className="soft">{id}</code>
          {gaps.length > 0 && (
            <Badge tone="amber">
              {gaps.length === 1 ? "1 text missing" : `${gaps.length} texts missing`}
            </Badge>
          )}
        </span>
        <span className="row">
          <Link
            className="button"
            data-tone="quiet"
            to="/at/$tenant/$environment/slots"
            params={account}
            search={{ interaction, activity: id } as never}
            aria-label={`Slots of ${name}`}
          >
            Slots
          </Link>
          {mayEdit && (
            <Button aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
        </span>
      </div>
      <div className="table-scroll" role="region" aria-label={`Texts of ${id}`} tabIndex={0}>
        <table className="table texts">
          <caption className="visually-hidden">Texts of {id} by language</caption>
          <thead>
            <tr>
              <th scope="col">Text</th>
              {languagesOf(activity, campaign).map((language) => (
                <th key={language} scope="col" lang="en">
                  {languageName(language)}
                  {language === campaign.default_language && ", default"}
                  {!campaign.languages.includes(language) && ", not offered"}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {translated.map(({ field, label }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                {languagesOf(activity, campaign).map((language) => {
                  const text = activity[field]?.[language] ?? "";
                  const gap = gaps.find(
                    (each) => each.field === field && each.language === language,
                  );
                  return (
                    <td key={language} data-missing={gap !== undefined || undefined}>
                      {gap !== undefined && gapWords(gap, activity, campaign)}
                      {gap === undefined &&
                        (text === "" ? (
                          <span className="soft">none</span>
                        ) : (
                          <span lang={language}>{text}</span>
                        ))}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="soft">
        {minutes === null || minutes === undefined
          ? "Its slots have no set length."
          : `Its slots take ${minutes} minutes.`}{" "}
        Where it has hosts, theirs counts.
      </p>
      <div className="grid">
        <HostList activity={activity} />
        <TicketTypeList activity={activity} />
      </div>
      {editing && (
        <ActivityDialog campaign={campaign} activity={activity} onClose={() => setEditing(false)} />
      )}
    </article>
  );
}
