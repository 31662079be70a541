import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCampaigns, useNames } from "../../api/campaigns.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable } from "../../kit/data-table.tsx";
import { SelectField } from "../../kit/field.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Fault } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { searches } from "../../shell/searches.ts";
import { ChangedThing, type SlotLine } from "./changed-thing.tsx";
import { changeWords, wordsOfChange } from "./change-words.ts";
import type { Change } from "./follow-changes.ts";
import "./changes.css";
import { useChanges } from "./use-changes.ts";

/** The account's feed of changes: the latest at once, which the page then follows as other systems do. */
export function ChangesPage() {
  const account = useAccount();
  const navigate = useNavigate();
  const search = useSearch({ from: "/signed-in/at/$tenant/$environment/changes" });
  const choose = (words: Readonly<Record<string, string>>) =>
    void navigate({
      to: "/at/$tenant/$environment/changes",
      params: account,
      search: searches.changes({ ...search, ...words }),
      replace: true,
    });
  return (
    <>
      <PageHeader title={t("Changes")} eyebrow={`${account.tenant}/${account.environment}`} />
      <div className="stack">
        <div className="change-filters">
          <SelectField
            label={t("What")}
            value={search.kind ?? ""}
            onChange={({ target }) => choose({ kind: target.value })}
          >
            <option value="">{t("Everything")}</option>
            {Object.entries(changeWords).map(([kind, { words }]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
        <Feed key={`${account.tenant}/${account.environment}`} kind={search.kind ?? null} />
      </div>
    </>
  );
}

function Feed({ kind }: { readonly kind: string | null }) {
  const [follows, setFollows] = useState(true);
  const { changes, earlier, state, error, older, readOlder } = useChanges(follows);
  const shown = changes.filter(({ change }) => kind === null || change === kind);
  return (
    <>
      <div className="row spread">
        <p role="status" className="soft">
          {error === null && (follows ? stateWords[state ?? "reading"] : t("Not followed now."))}
        </p>
        {error === null && (
          <Button onClick={() => setFollows(!follows)}>{follows ? t("Stop") : t("Follow")}</Button>
        )}
      </div>
      {error !== null && <Fault error={error} />}
      {shown.length > 0 ? (
        <Changes changes={shown} />
      ) : (
        state === "current" && <Nothing isOfKind={changes.length > 0} />
      )}
      {older.error !== null && <Fault error={older.error} />}
      {earlier !== null && (
        <div className="row">
          <Button busy={older.isReading} onClick={() => void readOlder(earlier)}>
            {t("Show older ones")}
          </Button>
        </div>
      )}
      {earlier === null && changes.length > 0 && (
        <p className="soft" role="status">
          {t("These are all that are kept.")}
        </p>
      )}
    </>
  );
}

/** Nothing of a kind, or nothing at all. */
function Nothing({ isOfKind }: { readonly isOfKind: boolean }) {
  return isOfKind ? (
    <Empty title={t("Nothing of this kind")}>{t("None of what was read is of this kind.")}</Empty>
  ) : (
    <Empty title={t("Nothing yet")}>
      {t("What happens to bookings and capacities shows here as it happens.")}
    </Empty>
  );
}

const stateWords = {
  reading: t("Reading…"),
  behind: t("Reading…"),
  current: t("Followed: what happens shows at once."),
  interrupted: t("The service does not answer. It is asked again."),
} as const;

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { zoneOf } = useCampaigns();
  const namesOf = useNames(
    changes.flatMap(({ slot }) => (slot === undefined ? [] : [slot as SlotLine])),
  );
  return (
    <DataTable
      label={t("Changes, newest first")}
      rows={changes}
      rowKey={({ cursor }) => cursor}
      columns={[
        {
          header: t("When, by whom"),
          // One clock for all: the order is that of the instants, whatever zones the campaigns have.
          cell: ({ at, actor }) => (
            <span className="change-when">
              <When at={at} />
              <span className="soft">{actor}</span>
            </span>
          ),
        },
        {
          header: t("What"),
          cell: ({ change }) => {
            const { words, tone } = wordsOfChange(change);
            return <Badge tone={tone}>{words}</Badge>;
          },
        },
        { header: t("Of"), cell: (change) => <ChangedThing {...{ change, zoneOf, namesOf }} /> },
        {
          header: t("Request"),
          cell: ({ request_id: id }) =>
            id === null ? null : (
              <Link to="/requests" search={{ id }} className="mono change-request" title={id}>
                {id}
              </Link>
            ),
        },
      ]}
    />
  );
}
