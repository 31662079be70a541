import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { useMay } from "../../api/session.ts";
import type { Slot } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { defined } from "../../kit/defined.ts";
import { SelectField } from "../../kit/field.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { addDays, dayOf, dayWords, mondayOf, wallTimeAt } from "../../kit/wall-time.ts";
import { useAccount } from "../../shell/account.ts";
import { Icon } from "../../shell/icon.tsx";
import { searches, type Searches } from "../../shell/searches.ts";
import { AddSlotDialog, type AddSlotAt } from "./add-slot-dialog.tsx";
import { CsvDialog } from "./csv-dialog.tsx";
import { boundsOf, heatMapOf, type HeatCell } from "./heat-map.ts";
import { HeatMapGrid } from "./heat-map-grid.tsx";
import { CellDialog } from "./cell-dialog.tsx";
import { PatternDialog } from "./pattern-dialog.tsx";
import { PlaceFilter } from "./place-filter.tsx";
import { slotSearch } from "./slot-link.tsx";
import { SlotTable } from "./slot-table.tsx";
import "./slots.css";
import { useEverySlot } from "./use-every-slot.ts";
import { usePlace, type Place } from "./use-place.ts";

/** An undefined member leaves the address. */
type Said<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined };

type Adding = { readonly by: "pattern" | "csv" } | { readonly by: "hand"; readonly at: AddSlotAt };

/** The slots of a campaign with their free seats. */
export function SlotsPage() {
  const account = useAccount();
  const { place, campaigns } = usePlace();
  const mayEdit = useMay("admin");
  const [adding, setAdding] = useState<Adding | null>(null);
  const close = () => setAdding(null);
  return (
    <>
      <PageHeader title={t("Slots")} eyebrow={place.interaction}>
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

/** The weeks that the address names, as a heat map or as a table. */
function Weeks({
  place,
  onAdd,
}: {
  readonly place: Place;
  readonly onAdd: ((at: AddSlotAt) => void) | null;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const [now] = useState(Date.now);
  const search = useSearch({ from: "/signed-in/at/$tenant/$environment/slots" });
  const [opened, setOpened] = useState<HeatCell | null>(null);
  const today = dayOf(wallTimeAt(now, place.zone));
  const from = mondayOf(search.from ?? today);
  const weeks = Number(search.weeks ?? "4");
  const asTable = search.view === "table";
  const onlyWaiting = search.seats === "waiting";
  const days = weeks * 7;
  const { fromMs, toMs } = boundsOf(from, days);
  const slots = useEverySlot(
    {
      path: account,
      query: {
        interaction: place.interaction,
        ...(place.activity !== "" && { activity: place.activity }),
        ...(place.host !== "" && { host: place.host }),
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        ...(onlyWaiting && { free_while_waiting: true }),
      },
    },
    place.interaction !== "",
  );
  const show = (words: Said<Searches["slots"]>) =>
    void navigate({
      to: "/at/$tenant/$environment/slots",
      params: account,
      search: defined({ ...search, ...words }),
      replace: true,
    });
  const goToSlot = (slot: Slot) =>
    void navigate({
      to: "/at/$tenant/$environment/slot",
      params: account,
      search: slotSearch(slot),
    });
  return (
    <div className="stack">
      <div className="slot-filters">
        <PlaceFilter place={place} />
        <SelectField
          label={t("Weeks")}
          value={String(weeks)}
          onChange={({ target }) => show(searches.slots({ weeks: target.value }))}
        >
          {[1, 2, 4, 8].map((count) => (
            <option key={count} value={count}>
              {t("{count, plural, one {# week} other {# weeks}}", { count })}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("Seats")}
          value={onlyWaiting ? "waiting" : "any"}
          onChange={({ target }) =>
            show({ seats: target.value === "waiting" ? "waiting" : undefined })
          }
        >
          <option value="any">{t("Any")}</option>
          <option value="waiting">{t("Free while people wait")}</option>
        </SelectField>
        <SelectField
          label={t("Show as")}
          value={asTable ? "table" : "map"}
          onChange={({ target }) => show({ view: target.value === "table" ? "table" : undefined })}
        >
          <option value="map">{t("Heat map")}</option>
          <option value="table">{t("Table")}</option>
        </SelectField>
      </div>
      <div className="row spread">
        <div className="row">
          <Button onClick={() => show({ from: addDays(from, -days) })}>
            <Icon name="earlier" />
            {t("Earlier")}
          </Button>
          <Button onClick={() => show({ from: undefined })} disabled={from === mondayOf(today)}>
            {t("This week")}
          </Button>
          <Button onClick={() => show({ from: addDays(from, days) })}>
            {t("Later")}
            <Icon name="later" />
          </Button>
          <strong className="num">
            {dayWords(from)} – {dayWords(addDays(from, days - 1))}
          </strong>
        </div>
        <span className="soft">
          <Trans id="Times in {strong}" values={{ strong: <strong>{place.zone}</strong> }} />
        </span>
      </div>
      <Shown of={slots} what={t("slots")}>
        {({ slots: found, cut }) => {
          const map = heatMapOf(found, { from, days, zone: place.zone, now });
          const cellsWithSlots = map.days
            .flatMap(({ cells }) => cells)
            .filter((each) => each !== null);
          if (cellsWithSlots.length === 0) {
            return (
              <Empty
                title={
                  onlyWaiting ? t("No free seats beside a waitlist") : t("No slots in these weeks")
                }
              >
                {onlyWaiting
                  ? t("In these weeks nobody waits for a slot that has free seats.")
                  : onAdd === null
                    ? t("Look at other weeks, or at another activity.")
                    : t(
                        "Look at other weeks, or add slots by a weekly pattern, one by one or from a spreadsheet.",
                      )}
              </Empty>
            );
          }
          return (
            <>
              {cut && (
                <p className="note" data-tone="amber">
                  {t(
                    "There are more slots than can be shown at once: choose an activity or fewer weeks.",
                  )}
                </p>
              )}
              {asTable ? (
                <SlotTable slots={cellsWithSlots.flatMap((cell) => cell.slots)} place={place} />
              ) : (
                <HeatMapGrid
                  map={map}
                  today={today}
                  zone={place.zone}
                  onAdd={onAdd}
                  onOpen={(cell) => {
                    const [only, ...more] = cell.slots;
                    if (only !== undefined && more.length === 0) goToSlot(only);
                    else setOpened(cell);
                  }}
                />
              )}
            </>
          );
        }}
      </Shown>
      {opened !== null && (
        <CellDialog cell={opened} place={place} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
