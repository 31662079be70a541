import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCampaigns, useNames } from "../../api/campaigns.ts";
import type { Slot } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { useAccounts } from "../../api/use-accounts.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { addDays, dayWords } from "../../kit/wall-time.ts";
import { When } from "../../kit/when.tsx";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { t } from "../../language/t.ts";
import { AccountHere, useAccount } from "../../shell/account.ts";
import { SeatBar, SlotBadges } from "../slots/seats.tsx";
import { SlotLink } from "../slots/slot-link.tsx";
import "../slots/slots.css";

/** How many accounts are shown beside one another; with more, one is chosen first. */
const accountsShown = 5;
const slotsShown = 500;

/** What is on today and tomorrow in the account that is chosen, else in each of a few. */
export function Today({ account }: { readonly account: string }) {
  const mayRead = useMay("read");
  const listed = useAccounts().data?.accounts ?? [];
  const known = listed.map((each) => each.account);
  const shown = account === "" ? known.slice(0, accountsShown) : [account];
  if (!mayRead) return null;
  return shown.map((name) => {
    const [tenant = "", environment = ""] = name.split("/");
    return (
      <AccountHere.Provider key={name} value={{ tenant, environment }}>
        <AccountToday isNamed={known.length > 1} />
      </AccountHere.Provider>
    );
  });
}

function AccountToday({ isNamed }: { readonly isNamed: boolean }) {
  const path = useAccount();
  const { campaigns: loaded, zoneOf } = useCampaigns();
  const campaigns = loaded ?? [];
  const zone = zoneOf("");
  const today = dayIn(zone, Date.now());
  const tomorrow = addDays(today, 1);
  const query = {
    from: new Date(boundsOfDay(today, zone).from).toISOString(),
    to: new Date(boundsOfDay(tomorrow, zone).to).toISOString(),
    limit: slotsShown,
  };
  const slots = useApiQuery(
    "listSlots",
    { path, query },
    { enabled: campaigns.length > 0, everyMs: 30_000, keepPrevious: true },
  );
  const name = `${path.tenant}/${path.environment}`;
  if (loaded === undefined) return null;
  if (campaigns.length === 0) return <FirstCampaign name={isNamed ? name : null} />;
  return (
    <section className="card stack-small" aria-label={t("Today and tomorrow, {name}", { name })}>
      <div className="row today-head">
        <h2>{isNamed ? name : t("Today and tomorrow")}</h2>
        <Link to="/at/$tenant/$environment/slots" params={path}>
          {t("All slots")}
        </Link>
      </div>
      <Shown of={slots} what={t("the slots")}>
        {({ body: { items } }) =>
          [today, tomorrow].map((day) => (
            <Day
              key={day}
              title={day === today ? t("Today") : t("Tomorrow")}
              day={day}
              slots={items.filter(
                ({ starting_at: at, interaction }) =>
                  dayIn(zoneOf(interaction), Date.parse(at)) === day,
              )}
            />
          ))
        }
      </Shown>
    </section>
  );
}

/** What a new account lacks before anything can be on. */
function FirstCampaign({ name }: { readonly name: string | null }) {
  const mayMake = useMay("catalogue");
  return (
    <section className="card stack-small">
      {name !== null && <h2>{name}</h2>}
      <Empty title={t("No campaign yet")}>
        {mayMake
          ? t(
              "A campaign belongs to a group, the organisation behind it. “New campaign” makes both.",
            )
          : t("An admin makes campaigns.")}{" "}
        <Link to="/at/$tenant/$environment/campaigns" params={useAccount()}>
          {t("To the campaigns")}
        </Link>
      </Empty>
    </section>
  );
}

function Day({
  title,
  day,
  slots,
}: {
  readonly title: string;
  readonly day: string;
  readonly slots: readonly Slot[];
}) {
  const [now] = useState(Date.now);
  const { tenant, environment } = useAccount();
  const { campaigns = [], nameOf, zoneOf } = useCampaigns();
  const names = useNames(slots);
  const whatOf = ({ interaction, activity, host }: Slot) => {
    const of = names(interaction);
    return [of.activity(activity), ...(host === undefined ? [] : [of.host(activity, host)])].join(
      ", ",
    );
  };
  return (
    <div className="stack-small">
      <h3>
        {title} <span className="soft">{dayWords(day)}</span>
      </h3>
      {slots.length === 0 ? (
        <p className="soft">{t("Nothing is on.")}</p>
      ) : (
        <DataTable
          label={t("{title}, {name}, {count, plural, one {# slot} other {# slots}}", {
            title,
            name: `${tenant}/${environment}`,
            count: slots.length,
          })}
          rows={slots}
          cards="brief"
          rowKey={({ interaction, activity, host = "", starting_at: at }) =>
            JSON.stringify([at, interaction, activity, host])
          }
          columns={[
            {
              header: t("Starts"),
              cell: (slot) => (
                <SlotLink slot={slot}>
                  <When at={slot.starting_at} zone={zoneOf(slot.interaction)} show="time" />
                  <span className="visually-hidden">, {whatOf(slot)}</span>
                </SlotLink>
              ),
            },
            {
              header: t("What"),
              cell: (slot) => (
                <>
                  {whatOf(slot)}{" "}
                  {campaigns.length > 1 && <span className="soft">{nameOf(slot.interaction)}</span>}
                </>
              ),
            },
            { header: t("Seats taken"), cell: (slot) => <SeatBar slot={slot} /> },
            {
              header: t("State"),
              cell: (slot) => <SlotBadges slot={slot} past={Date.parse(slot.starting_at) <= now} />,
            },
          ]}
        />
      )}
    </div>
  );
}
