import { t } from "../../language/t.ts";
import type { Names } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { Empty, Shown } from "../../kit/states.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import type { Desk } from "./desk.ts";
import { ExpectedList } from "./expected-list.tsx";
import type { useExpected } from "./use-expected.ts";

type Asked = ReturnType<typeof useExpected>["asked"];

/** Who is expected, or who matches the typed text. */
export function People({
  asked,
  bookings,
  isSearch,
  names,
  zone,
  withSlot,
  chosen,
  desk,
  asksFirst,
  onName,
}: {
  readonly asked: Asked;
  readonly bookings: readonly Booking[];
  readonly isSearch: boolean;
  readonly names: Names;
  readonly zone: string;
  readonly withSlot: boolean;
  readonly chosen: string | null;
  /** Null for an operator who may only read. */
  readonly desk: Desk | null;
  /** Whether a button asks like a scan does: another day's is only checked in when that is meant. */
  readonly asksFirst: boolean;
  readonly onName: (booking: Booking) => void;
}) {
  const onAdmit =
    desk !== null && asksFirst
      ? (booking: string) => void desk.submit(booking)
      : (desk?.admit ?? null);
  return (
    <section className="desk-people" aria-labelledby="desk-people-title">
      <h2 id="desk-people-title">{isSearch ? t("Who matches") : t("Expected here")}</h2>
      <Shown of={asked} what={t("who is expected")}>
        {({ bookings: expected, cut }) => (
          <>
            {cut && (
              <p className="note" data-tone="amber">
                {t(
                  "This is a day with very many bookings: choose a slot to see all of its people. Scanning works for everybody.",
                )}
              </p>
            )}
            {bookings.length === 0 ? (
              <NobodyShown isEmpty={expected.length === 0} />
            ) : (
              <ExpectedList
                bookings={bookings}
                names={names}
                zone={zone}
                withSlot={withSlot}
                chosen={chosen}
                onAdmit={onAdmit}
                onTakeBack={desk?.takeBack ?? null}
                onName={desk === null ? null : onName}
              />
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

function NobodyShown({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <Empty title={isEmpty ? t("Nobody is expected") : t("Nobody matches")}>
      {isEmpty
        ? t("There are no bookings for this choice: look at campaign, day and slot.")
        : t("Enter looks for this external id on other days as well.")}
    </Empty>
  );
}

/** Says that the list is of an earlier time, while the service does not answer. */
export function ConnectionNote({ asked, zone }: { readonly asked: Asked; readonly zone: string }) {
  if (asked.data === undefined || !(asked.isError || asked.fetchStatus === "paused")) return null;
  return (
    <p className="note" data-tone="danger" role="alert">
      {t(
        "No connection since {when}. The list is as it was then. Go on scanning: this browser keeps the scans.",
        { when: instantWords(new Date(asked.dataUpdatedAt).toISOString(), zone, "time") },
      )}
    </p>
  );
}
