import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { AddSlotDialog, type AddSlotAt } from "./add-slot-dialog.tsx";
import { CsvDialog } from "./csv-dialog.tsx";
import { PatternDialog } from "./pattern-dialog.tsx";
import "./slots.css";
import { nameIn, usePlace } from "./use-place.ts";
import { Weeks } from "./weeks.tsx";

type Adding = { readonly by: "pattern" | "csv" } | { readonly by: "hand"; readonly at: AddSlotAt };

/** The slots of a campaign with their free seats. */
export function SlotsPage() {
  const account = useAccount();
  const { place, campaigns } = usePlace();
  const mayEdit = useMay("slots");
  const [adding, setAdding] = useState<Adding | null>(null);
  const close = () => setAdding(null);
  return (
    <>
      <PageHeader title={t("Slots")} eyebrow={nameIn(place.campaigns, place.interaction)}>
        {mayEdit && place.activities.length > 0 && (
          <>
            <Button onClick={() => setAdding({ by: "csv" })}>{t("Upload CSV")}</Button>
            <Button onClick={() => setAdding({ by: "hand", at: {} })}>{t("Add one slot")}</Button>
            <Button tone="primary" onClick={() => setAdding({ by: "pattern" })}>
              {t("Add by weekly pattern")}
            </Button>
          </>
        )}
      </PageHeader>
      <Shown of={campaigns} what={t("campaigns")}>
        {({ body }) =>
          body.items.length === 0 ? (
            <Empty title={t("No campaign yet")}>
              <Trans
                id="Slots belong to a campaign: <0>make one first</0>."
                components={{
                  0: <Link to="/at/$tenant/$environment/campaigns" params={account} />,
                }}
              />
            </Empty>
          ) : (
            <Weeks
              key={place.interaction}
              place={place}
              onAdd={mayEdit ? (at) => setAdding({ by: "hand", at }) : null}
            />
          )
        }
      </Shown>
      {adding?.by === "pattern" && <PatternDialog place={place} onClose={close} />}
      {adding?.by === "csv" && <CsvDialog place={place} onClose={close} />}
      {adding?.by === "hand" && <AddSlotDialog place={place} at={adding.at} onClose={close} />}
    </>
  );
}
