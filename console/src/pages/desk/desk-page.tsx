import { t } from "../../language/t.ts";
import { useMay, useSession } from "../../api/session.ts";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { useDeskScope } from "./scope-bar.tsx";
import { OpenDesk } from "./open-desk.tsx";
import "./desk.css";

/** The check-in desk, where attendees are scanned, found by name, and counted. */
export function DeskPage() {
  const scopeChoice = useDeskScope();
  const { tenant, environment } = useAccount();
  const mayCheckIn = useMay("desk");
  const operator = useSession()?.operator.name ?? "";
  return (
    <>
      <PageHeader title={t("Check-in desk")} />
      <Shown of={scopeChoice.asked} what={t("the campaigns")}>
        {() =>
          scopeChoice.scope === null ? (
            <Empty title={t("No campaign yet")}>
              {t("There is nothing to check in for: an admin makes campaigns, slots and bookings.")}
            </Empty>
          ) : (
            <OpenDesk
              key={`${tenant}/${environment} ${operator}`}
              scopeChoice={scopeChoice}
              scope={scopeChoice.scope}
              mayCheckIn={mayCheckIn}
            />
          )
        }
      </Shown>
    </>
  );
}
