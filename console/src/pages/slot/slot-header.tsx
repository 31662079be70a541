import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { textOf, titleOf } from "../../api/campaigns.ts";
import type { Operations, Slot } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { useAccount } from "../../shell/account.ts";
import { slotSearch } from "../slots/slot-link.tsx";

export type SlotDialog = "book" | "capacity" | "move" | "close" | "remove";

/** The slot's activity, campaign and host, and what can be done with it. */
export function SlotHeader({
  slot,
  campaign,
  onOpen,
}: {
  readonly slot: Slot;
  readonly campaign: Operations["showInteraction"]["answer"] | undefined;
  readonly onOpen: (dialog: SlotDialog) => void;
}) {
  const { interaction, activity, host } = slot;
  const account = useAccount();
  const titles = useApiQuery("showActivity", { path: { ...account, interaction, id: activity } });
  const hosts = useApiQuery(
    "showHost",
    { path: { ...account, interaction, activity, id: host ?? "" } },
    { enabled: host !== undefined },
  );
  return (
    <PageHeader
      title={
        textOf(
          titles.data?.body.title ?? {},
          campaign?.default_language ?? "",
          campaign?.languages,
        ) || activity
      }
      eyebrow={
        <>
          <Link
            to="/at/$tenant/$environment/slots"
            params={account}
            search={{ interaction, activity, ...(host !== undefined && { host }) }}
          >
            {t("Slots")}
          </Link>{" "}
          · {campaign === undefined ? interaction : titleOf(campaign)}
          {host !== undefined && ` · ${hosts.data?.body.display_name ?? host}`}
        </>
      }
    >
      <Actions slot={slot} onOpen={onOpen} />
    </PageHeader>
  );
}

function Actions({
  slot,
  onOpen,
}: {
  readonly slot: Slot;
  readonly onOpen: (dialog: SlotDialog) => void;
}) {
  const { closed } = slot;
  const [now] = useState(Date.now);
  const [mayBook, mayEdit] = [useMay("book"), useMay("slots")];
  return (
    <>
      {mayEdit && (
        <>
          <Button tone="danger" onClick={() => onOpen("remove")}>
            {t("Remove slot")}
          </Button>
          {!closed && (
            <Button tone="danger" onClick={() => onOpen("close")}>
              {t("Close slot")}
            </Button>
          )}
          {Date.parse(slot.starting_at) > now && (
            <Button onClick={() => onOpen("move")}>{t("Move slot")}</Button>
          )}
          <Button onClick={() => onOpen("capacity")}>
            {closed ? t("Reopen slot") : t("Change slot")}
          </Button>
        </>
      )}
      <Link
        className="button"
        to="/at/$tenant/$environment/slot/people"
        params={useAccount()}
        search={slotSearch(slot)}
      >
        {t("List of people")}
      </Link>
      {mayBook && !closed && (
        <Button tone="primary" onClick={() => onOpen("book")}>
          {t("Book here")}
        </Button>
      )}
    </>
  );
}
