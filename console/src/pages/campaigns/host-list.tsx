import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useAccount } from "../../shell/account.ts";
import type { Activity } from "./catalogue.ts";
import { HostDialog } from "./host-dialog.tsx";
import { PartList } from "./part-list.tsx";

/** The hosts that an activity offers. */
export function HostList({ activity: { interaction, id } }: { readonly activity: Activity }) {
  const path = { ...useAccount(), interaction, activity: id };
  return (
    <PartList
      word={t("host")}
      title={t("Hosts")}
      activity={id}
      answer={useApiQuery("listHosts", { path })}
      none={
        <p className="soft">{t("None: there is no choice, and slots belong to the activity.")}</p>
      }
      describe={({ slot_duration_in_minutes: minutes }) => (
        <span className="soft">
          {minutes == null
            ? t("no set length")
            : t("{count, plural, one {# minute} other {# minutes}}", { count: minutes })}
        </span>
      )}
      edit={(host, close) => <HostDialog path={path} host={host} onClose={close} />}
      remove={(host) => callApi("removeHost", { path: { ...path, id: host.id } })}
      removable={t("Only a host without slots can be removed.")}
    />
  );
}
