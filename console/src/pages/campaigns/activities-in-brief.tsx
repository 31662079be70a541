import { t } from "../../language/t.ts";
import { useApiQuery } from "../../api/queries.ts";
import { Badge } from "../../kit/badge.tsx";
import { useAccount } from "../../shell/account.ts";
import type { Campaign } from "./catalogue.ts";
import { activityGaps } from "./translations.ts";

/** The number of a campaign's activities, and whether texts are missing. */
export function ActivitiesInBrief({ campaign }: { readonly campaign: Campaign }) {
  const { tenant, environment } = useAccount();
  const activities = useApiQuery("listActivities", {
    path: { tenant, environment, interaction: campaign.public_key },
  });
  const items = activities.data?.body.items;
  if (items === undefined) return <span className="soft">…</span>;
  const missing = items.reduce((sum, each) => sum + activityGaps(each, campaign).length, 0);
  return (
    <span className="row">
      <span className="num">{items.length}</span>
      {missing > 0 && (
        <Badge tone="amber">
          {t("{count, plural, one {# text} other {# texts}} missing", { count: missing })}
        </Badge>
      )}
    </span>
  );
}
