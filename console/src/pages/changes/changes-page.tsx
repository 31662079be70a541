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

/** The account's feed of changes, which the page follows as other systems do. */
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
  const from = search.from ?? "now";
  return (
    <>
      <PageHeader title={t("Changes")} eyebrow={`${account.tenant}/${account.environment}`} />
      <div className="stack">
        <div className="change-filters">
          <SelectField
            label={t("Begin")}
            value={from}
            onChange={({ target }) => choose({ from: target.value === "start" ? "start" : "" })}
          >
            <option value="now">{t("Now")}</option>
            <option value="start">{t("With the oldest that is kept")}</option>
          </SelectField>
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
        <Feed
          key={`${account.tenant}/${account.environment} ${from}`}
          from={from}
          kind={search.kind ?? null}
          onFromStart={() => choose({ from: "start" })}
        />
      </div>
    </>
  );
}

function Feed({
  from,
  kind,
  onFromStart,
}: {
  readonly from: "now" | "start";
  readonly kind: string | null;
  readonly onFromStart: () => void;
}) {
  const [follows, setFollows] = useState(true);
  const { changes, state, error, readOn } = useChanges(from, follows);
  const shown = changes.filter(({ change }) => kind === null || change === kind);
  return (
    <>
      <div className="row spread">
        <p role="status" className="soft">
          {error !== null ? "" : follows ? stateWords[state ?? "reading"] : t("Not followed now.")}
        </p>
        <div className="row">
          {state === "behind" && follows && <Button onClick={readOn}>{t("Read on")}</Button>}
          {error === null && (
            <Button onClick={() => setFollows(!follows)}>
              {follows ? t("Stop") : t("Follow")}
            </Button>
          )}
        </div>
      </div>
      {error !== null && <Fault error={error} />}
      {shown.length > 0 ? (
        <Changes changes={shown} />
      ) : (
        state === "current" && (
          <Nothing of={changes.length > 0 ? "kind" : from} onFromStart={onFromStart} />
        )
      )}
    </>
  );
}

/** Nothing of a kind, nothing since the page was opened, or nothing at all. */
function Nothing({
  of,
  onFromStart,
}: {
  readonly of: "kind" | "now" | "start";
  readonly onFromStart: () => void;
}) {
  if (of === "kind") {
    return (
      <Empty title={t("Nothing of this kind")}>{t("None of what was read is of this kind.")}</Empty>
    );
  }
  const follows = t("What happens to bookings and capacities shows here as it happens.");
  if (of === "start") return <Empty title={t("Nothing yet")}>{follows}</Empty>;
  return (
    <Empty title={t("Nothing since you opened this page")}>
      <p>{follows}</p>
      <Button onClick={onFromStart}>{t("Show what happened before")}</Button>
    </Empty>
  );
}

const stateWords = {
  reading: t("Reading…"),
  behind: t("There are newer ones: read on."),
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
          cell: ({ at, actor, booking, slot }) => (
            <span className="change-when">
              <When at={at} zone={zoneOf(campaignOf(booking ?? slot))} />
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

function campaignOf(line: unknown): string {
  return (line as { readonly interaction: string }).interaction;
}
