import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../api/session.ts";
import type { Slot } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { defined } from "../../kit/defined.ts";
import { SelectField } from "../../kit/field.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { addDays, dayOf, dayWords, mondayOf, wallTimeAt } from "../../kit/wall-time.ts";
import { useAccount } from "../../shell/account.ts";
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

/** When something can be booked, and how many seats are left. */
export function SlotsPage() {
  const account = useAccount();
  const { place, campaigns } = usePlace();
  const mayEdit = useMay("admin");
  const [adding, setAdding] = useState<Adding | null>(null);
  const close = () => setAdding(null);
  return (
    <>
      <PageHeader title="Slots" eyebrow={place.interaction}>
        {mayEdit && place.activities.length > 0 && (
          <>
            <Button onClick={() => setAdding({ by: "csv" })}>Upload CSV</Button>
            <Button onClick={() => setAdding({ by: "hand", at: {} })}>Add one slot</Button>
            <Button tone="primary" onClick={() => setAdding({ by: "pattern" })}>
              Add by weekly pattern
            </Button>
          </>
        )}
      </PageHeader>
      <Shown of={campaigns} what="campaigns">
        {({ body }) =>
          body.items.length === 0 ? (
            <Empty title="No campaign yet">
              Slots belong to a campaign:{" "}
              <Link to="/at/$tenant/$environment/campaigns" params={account}>
                make one first
              </Link>
              .
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
          label="Weeks"
          value={String(weeks)}
          onChange={({ target }) => show(searches.slots({ weeks: target.value }))}
        >
          <option value="1">1 week</option>
          <option value="2">2 weeks</option>
          <option value="4">4 weeks</option>
          <option value="8">8 weeks</option>
        </SelectField>
        <SelectField
          label="Seats"
          value={onlyWaiting ? "waiting" : "any"}
          onChange={({ target }) =>
            show({ seats: target.value === "waiting" ? "waiting" : undefined })
          }
        >
          <option value="any">Any</option>
          <option value="waiting">Free while people wait</option>
        </SelectField>
        <SelectField
          label="Show as"
          value={asTable ? "table" : "map"}
          onChange={({ target }) => show({ view: target.value === "table" ? "table" : undefined })}
        >
          <option value="map">Heat map</option>
          <option value="table">Table</option>
        </SelectField>
      </div>
      <div className="row spread">
        <div className="row">
          <Button onClick={() => show({ from: addDays(from, -days) })}>← Earlier</Button>
          <Button onClick={() => show({ from: undefined })} disabled={from === mondayOf(today)}>
            This week
          </Button>
          <Button onClick={() => show({ from: addDays(from, days) })}>Later →</Button>
          <strong className="num">
            {dayWords(from)} – {dayWords(addDays(from, days - 1))}
          </strong>
        </div>
        <span className="soft">
          Times in <strong>{place.zone}</strong>
        </span>
      </div>
      <Shown of={slots} what="slots">
        {({ slots: found, cut }) => {
          const map = heatMapOf(found, { from, days, zone: place.zone, now });
          const cellsWithSlots = map.days
            .flatMap(({ cells }) => cells)
            .filter((each) => each !== null);
          if (cellsWithSlots.length === 0) {
            return (
              <Empty
                title={onlyWaiting ? "No free seats beside a waitlist" : "No slots in these weeks"}
              >
                {onlyWaiting
                  ? "In these weeks nobody waits for a slot that has free seats."
                  : onAdd === null
                    ? "Look at other weeks, or at another activity."
                    : "Look at other weeks, or add slots by a weekly pattern, one by one or from a spreadsheet."}
              </Empty>
            );
          }
          return (
            <>
              {cut && (
                <p className="note" data-tone="amber">
                  There are more slots than can be shown at once: choose an activity or fewer weeks.
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
