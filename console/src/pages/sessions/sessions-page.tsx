import { useState } from "react";
import { t } from "../../language/t.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import type { Operations } from "../../api/operations.ts";
import { useMayEverywhere, useSession } from "../../api/session.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Fault, Shown } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { When } from "../../kit/when.tsx";
import { instantWords } from "../../kit/instant-words.ts";

type SessionInList = Operations["listSessions"]["answer"]["items"][number] & {
  readonly operator?: string;
};

/** The operator's sessions; those of all operators for an admin of all accounts. */
export function SessionsPage() {
  const mayEverywhere = useMayEverywhere("operators");
  const own = useApiQuery("listSessions", {}, { enabled: !mayEverywhere });
  const everybodys = useApiQuery("listSessionsOfAll", {}, { enabled: mayEverywhere });
  const asked = mayEverywhere ? everybodys : own;
  const self = useSession()?.operator.name ?? "";
  const zone = useSharedZone();
  const end = useChange("endSession");
  const endAll = useChange("endSessions");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PageHeader title={t("Sessions")}>
        {mayEverywhere && <Button onClick={() => setAsking(true)}>{t("End all others")}</Button>}
      </PageHeader>
      {isAsking && (
        <ConfirmDialog
          title={t("End all sessions but this one?")}
          action={t("End them")}
          busy={endAll.isPending}
          error={endAll.error}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            endAll.mutate(
              { query: {} },
              {
                onSuccess: () => {
                  tell(t("The sessions have ended."));
                  setAsking(false);
                },
              },
            )
          }
        >
          <p>{t("All operators sign in again in their browsers. Keys go on.")}</p>
        </ConfirmDialog>
      )}
      <div className="stack">
        {end.error !== null && <Fault error={end.error} />}
        <Shown
          of={{ ...asked, data: asked.data?.body.items, refetch: () => asked.refetch() }}
          what={t("the sessions")}
        >
          {(items) => (
            <DataTable
              label={t("Sessions")}
              columns={columnsFor({ self, zone }, end)}
              rows={items}
              rowKey={({ session }) => session}
            />
          )}
        </Shown>
        <p className="soft">
          {mayEverywhere
            ? t("These are the sessions of all operators.")
            : t("These are your sessions.")}{" "}
          {t(
            "A session also ends after two hours without a request. Requests with a key have no session: revoke the operator to end these.",
          )}
        </p>
      </div>
    </>
  );
}

function columnsFor(
  { self, zone }: { readonly self: string; readonly zone: string },
  end: ReturnType<typeof useChange<"endSession">>,
): readonly Column<SessionInList>[] {
  return [
    {
      header: t("Operator"),
      cell: ({ operator, current }) => (
        <span className="row">
          <strong>{operator ?? self}</strong>
          {current && <Badge tone="blue">{t("this browser")}</Badge>}
        </span>
      ),
    },
    { header: t("Signed in"), cell: ({ begun_at: at }) => <When at={at} /> },
    { header: t("Ends at the latest"), cell: ({ ends_at: at }) => <When at={at} /> },
    {
      header: t("Change"),
      align: "end",
      // This browser signs out at the foot of the menu.
      cell: ({ session, current, operator, begun_at: begun }) =>
        current ? null : (
          <Button
            tone="quiet"
            busy={end.isPending && end.variables.path.session === session}
            aria-label={t("End the session of {who} since {begun}", {
              who: operator ?? self,
              begun: instantWords(begun, zone),
            })}
            onClick={() =>
              end.mutate(
                { path: { session } },
                { onSuccess: () => tell(t("The session has ended.")) },
              )
            }
          >
            {t("End")}
          </Button>
        ),
    },
  ];
}
