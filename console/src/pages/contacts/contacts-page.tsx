import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { DataTable } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { BookDialog } from "../bookings/book-dialog.tsx";
import { SearchBox } from "../bookings/search-box.tsx";
import { useContacts, type KnownContact } from "./use-contacts.ts";
import "../bookings/bookings.css";

/** The contacts of an account: those of a name, an id or a reference, else those whose bookings come next. */
export function ContactsPage() {
  const { q = "" } = useSearch({ from: "/signed-in/at/$tenant/$environment/contacts" });
  const account = useAccount();
  const navigate = useNavigate();
  const mayBook = useMay("book");
  const [isBooking, setIsBooking] = useState(false);
  const contacts = useContacts(q);
  const choose = (next: string) =>
    void navigate({
      to: "/at/$tenant/$environment/contacts",
      params: account,
      search: next === "" ? {} : { q: next },
    });
  return (
    <>
      <PageHeader title={t("Contacts")}>
        {mayBook && (
          <Button tone="primary" onClick={() => setIsBooking(true)}>
            {t("Book for a contact")}
          </Button>
        )}
      </PageHeader>
      <div className="stack">
        <SearchBox
          key={q}
          label={t("Find by name, external id, reference, booking or contact id")}
          initial={q}
          onSearch={choose}
        />
        <section className="stack" aria-labelledby="contacts-title">
          <div className="row spread">
            <h2 id="contacts-title">
              {q === "" ? t("Whose bookings come next") : t("Who “{typed}” is", { typed: q })}
            </h2>
            {q !== "" && <Button onClick={() => choose("")}>{t("Back to who comes next")}</Button>}
          </div>
          <Shown of={contacts} what={t("the contacts")}>
            {(found) =>
              found.length === 0 ? <Nobody isSearch={q !== ""} /> : <List found={found} />
            }
          </Shown>
        </section>
      </div>
      {isBooking && <BookDialog onClose={() => setIsBooking(false)} />}
    </>
  );
}

function Nobody({ isSearch }: { readonly isSearch: boolean }) {
  return isSearch ? (
    <Empty title={t("Nobody is found")}>
      {t("External ids and references are compared sign by sign, capitals included.")}
    </Empty>
  ) : (
    <Empty title={t("No bookings to come")}>
      {t("A contact comes into being with its first booking.")}
    </Empty>
  );
}

function List({ found }: { readonly found: readonly KnownContact[] }) {
  const account = useAccount();
  const { zoneOf } = useCampaigns();
  return (
    <DataTable
      label={t("Contacts")}
      rows={found}
      rowKey={({ contact }) => contact}
      columns={[
        {
          header: t("Contact"),
          cell: ({ contact, external_id }) => (
            <Link
              to="/at/$tenant/$environment/contacts/$contact"
              params={{ ...account, contact }}
              className="booking-contact"
              title={external_id}
            >
              {external_id}
            </Link>
          ),
        },
        { header: t("Attendees"), cell: ({ names }) => names.join(", ") },
        {
          header: t("Booking"),
          cell: ({ booking }) =>
            booking !== null && (
              <Link
                to="/at/$tenant/$environment/bookings/$booking"
                params={{ ...account, booking: booking.booking }}
              >
                <When at={booking.slot_starting_at} zone={zoneOf(booking.interaction)} />
              </Link>
            ),
        },
        { header: t("Reference"), cell: ({ booking }) => booking?.reference ?? "" },
      ]}
    />
  );
}
