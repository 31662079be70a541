import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import type { ContactExport } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { saveAs } from "../../kit/save-as.ts";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { BookDialog } from "../bookings/book-dialog.tsx";
import { BookingsTable } from "../bookings/bookings-table.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import "../bookings/bookings.css";

/** All data of one contact, to read, to export, and to erase. */
export function ContactPage() {
  const { contact } = useParams({ from: "/signed-in/at/$tenant/$environment/contacts/$contact" });
  const path = { ...useAccount(), contact };
  const found = useApiQuery("exportContact", { path });
  return (
    <Shown
      of={{ ...found, data: found.data?.body, refetch: () => found.refetch() }}
      what={t("the contact")}
    >
      {(known) => <TheContact known={known} />}
    </Shown>
  );
}

function TheContact({ known }: { readonly known: ContactExport }) {
  const [mayBook, mayChange] = [useMay("book"), useMay("people")];
  const [open, setOpen] = useState<"book" | "merge" | "erase" | null>(null);
  const { bookings } = known;
  const now = Date.now();
  const isToCome = (at: string) => Date.parse(at) > now;
  const toCome = bookings.filter((each) => isToCome(each.slot_starting_at));
  const past = bookings.filter((each) => !isToCome(each.slot_starting_at)).toReversed();
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={known.external_id}
        eyebrow={t("Contact {contact}", { contact: known.contact })}
      >
        {mayBook && <Button onClick={() => setOpen("book")}>{t("Book")}</Button>}
        <Button
          onClick={() =>
            saveAs(
              `contact-${known.contact}.json`,
              "application/json",
              JSON.stringify(known, null, 2),
            )
          }
        >
          {t("Download everything")}
        </Button>
        {mayChange && <Button onClick={() => setOpen("merge")}>{t("Merge")}</Button>}
        {mayChange && (
          <Button tone="danger" onClick={() => setOpen("erase")}>
            {t("Erase")}
          </Button>
        )}
      </PageHeader>
      <div className="stack">
        <p className="soft">
          {t(
            "The service knows of a contact the external id, and from the bookings the names of attendees.",
          )}{" "}
          {t("{count, plural, one {One booking} other {# bookings}} in all.", {
            count: bookings.length,
          })}
        </p>
        <BookingsOfContact toCome={toCome} past={past} />
      </div>
      {open === "book" && (
        <BookDialog initial={{ external_id: known.external_id }} onClose={close} />
      )}
      {open === "merge" && <MergeDialog known={known} onClose={close} />}
      {open === "erase" && (
        <EraseDialog
          known={known}
          toCome={toCome.filter((each) => each.booking_status !== "CANCELLED").length}
          onClose={close}
        />
      )}
    </>
  );
}

function BookingsOfContact({
  toCome,
  past,
}: {
  readonly toCome: ContactExport["bookings"];
  readonly past: ContactExport["bookings"];
}) {
  const { zoneOf } = useCampaigns();
  const table = (label: string, bookings: ContactExport["bookings"]) => (
    <BookingsTable label={label} bookings={bookings} zoneOf={zoneOf} without="contact" />
  );
  return (
    <>
      <h2>{t("To come")}</h2>
      {toCome.length === 0 ? (
        <Empty title={t("No bookings to come")} />
      ) : (
        table(t("Bookings to come"), toCome)
      )}
      {past.length > 0 && (
        <>
          <h2>{t("Begun or past, newest first")}</h2>
          {table(t("Past bookings"), past)}
        </>
      )}
    </>
  );
}
