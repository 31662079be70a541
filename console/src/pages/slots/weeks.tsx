import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { defined } from "../../kit/defined.ts";
import { SelectField } from "../../kit/field.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { addDays, dayOf, dayWords, mondayOf } from "../../kit/wall-time.ts";
import { useAccount } from "../../shell/account.ts";
import { Icon } from "../../shell/icon.tsx";
import { searches, type Searches } from "../../shell/searches.ts";
import type { AddSlotAt } from "./add-slot-dialog.tsx";
import { CellDialog } from "./cell-dialog.tsx";
import { slotsCsv } from "./csv-template.ts";
import { DownloadButton } from "./download-button.tsx";
import { boundsOf, heatMapOf, type HeatCell } from "./heat-map.ts";
import { HeatMapGrid } from "./heat-map-grid.tsx";
import { PlaceFilter } from "./place-filter.tsx";
import { slotSearch } from "./slot-link.tsx";
import { SlotTable } from "./slot-table.tsx";
import { useEverySlot } from "./use-every-slot.ts";
import { nameIn, type Place } from "./use-place.ts";

/** The weeks that the address names, as a heat map or as a table. */
export function Weeks({
  place,
  onAdd,
}: {
  readonly place: Place;
  readonly onAdd: ((at: AddSlotAt) => void) | null;
}) {
  const [now] = useState(Date.now);
  const view = useView(dayOf(wallTimeOf(now, place.zone)));
  const asked = useSlotsOf(place, view);
  return (
    <div className="stack">
      <WeekFilters place={place} view={view} />
      <WeekSteps view={view} zone={place.zone} />
      <Shown of={asked} what={t("slots")}>
        {({ slots, cut }) => {
          const map = heatMapOf(slots, {
            ...view,
            zone: place.zone,
            now,
            ticketType: place.ticketType || null,
          });
          const cells = map.days.flatMap((day) => day.cells).filter((each) => each !== null);
          if (cells.length === 0) {
            return <NoSlots seats={view.seats} mayAdd={onAdd !== null} />;
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
              {view.asTable ? (
                <SlotTable slots={cells.flatMap((cell) => cell.slots)} place={place} />
              ) : (
                <OpenableMap map={map} today={view.today} place={place} onAdd={onAdd} />
              )}
              <div className="row">
                <DownloadButton
                  name="slots.csv"
                  type="text/csv"
                  text={slotsCsv(cells.flatMap((cell) => cell.slots))}
                >
                  {t("Download as CSV")}
                </DownloadButton>
              </div>
            </>
          );
        }}
      </Shown>
    </div>
  );
}

/** An undefined member leaves the address. */
type Said<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined };

type View = ReturnType<typeof useView>;

/** What the address says of the weeks, and how to say something else. */
function useView(today: string) {
  const account = useAccount();
  const navigate = useNavigate();
  const search = useSearch({ from: "/signed-in/at/$tenant/$environment/slots" });
  const weeks = Number(search.weeks ?? "4");
  return {
    today,
    from: mondayOf(search.from ?? today),
    weeks,
    days: weeks * 7,
    asTable: search.view === "table",
    seats: search.seats,
    show: (words: Said<Searches["slots"]>) =>
      void navigate({
        to: "/at/$tenant/$environment/slots",
        params: account,
        search: defined({ ...search, ...words }),
        replace: true,
      }),
  };
}

function useSlotsOf({ interaction, activity, host }: Place, { from, days, seats }: View) {
  const path = useAccount();
  const { fromMs, toMs } = boundsOf(from, days);
  return useEverySlot(
    {
      path,
      query: {
        interaction,
        ...(activity !== "" && { activity }),
        ...(host !== "" && { host }),
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        ...(seats === "waiting" && { free_while_waiting: true }),
        ...(seats === "overbooked" && { overbooked: true }),
      },
    },
    interaction !== "",
  );
}

function WeekFilters({ place, view }: { readonly place: Place; readonly view: View }) {
  const { weeks, seats, asTable, show } = view;
  return (
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
        value={seats ?? "any"}
        onChange={({ target }) => {
          const chosen = searches.slots({ seats: target.value });
          show({ seats: chosen.seats });
        }}
      >
        <option value="any">{t("Any")}</option>
        <option value="waiting">{t("Free while people wait")}</option>
        <option value="overbooked">{t("Overbooked")}</option>
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
  );
}

function WeekSteps({
  view: { today, from, days, show },
  zone,
}: {
  readonly view: View;
  readonly zone: string;
}) {
  return (
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
        <Trans id="Times in {strong}" values={{ strong: <strong>{zone}</strong> }} />
      </span>
    </div>
  );
}

function NoSlots({ seats, mayAdd }: { readonly seats: View["seats"]; readonly mayAdd: boolean }) {
  if (seats === "overbooked") {
    return (
      <Empty title={t("No overbooked slots")}>
        {t("In these weeks no slot has more taken seats than its capacity.")}
      </Empty>
    );
  }
  if (seats === "waiting") {
    return (
      <Empty title={t("No free seats beside a waitlist")}>
        {t("In these weeks nobody waits for a slot that has free seats.")}
      </Empty>
    );
  }
  return (
    <Empty title={t("No slots in these weeks")}>
      {mayAdd
        ? t(
            "Look at other weeks, or add slots by a weekly pattern, one by one or from a spreadsheet.",
          )
        : t("Look at other weeks, or at another activity.")}
    </Empty>
  );
}

/** The heat map; a cell with one slot leads to that slot, another one opens the list of its slots. */
function OpenableMap({
  map,
  today,
  place,
  onAdd,
}: {
  readonly map: ReturnType<typeof heatMapOf>;
  readonly today: string;
  readonly place: Place;
  readonly onAdd: ((at: AddSlotAt) => void) | null;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<HeatCell | null>(null);
  const goToSlot = (slot: Slot) =>
    void navigate({
      to: "/at/$tenant/$environment/slot",
      params: account,
      search: slotSearch(slot),
    });
  return (
    <>
      <HeatMapGrid
        map={map}
        today={today}
        zone={place.zone}
        nameOfType={(id) => nameIn(place.ticketTypes, id)}
        onAdd={onAdd}
        onOpen={(cell) => {
          const [only, ...more] = cell.slots;
          if (only !== undefined && more.length === 0) goToSlot(only);
          else setOpened(cell);
        }}
      />
      {opened !== null && (
        <CellDialog cell={opened} place={place} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
