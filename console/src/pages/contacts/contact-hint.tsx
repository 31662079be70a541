import { t } from "../../language/t.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useRested } from "../../kit/use-rested.ts";
import { useAccount } from "../../shell/account.ts";

/** Whether the account knows the contact whose external id is typed, or a new one would be made. */
export function ContactHint({
  typed,
  own = "",
}: {
  readonly typed: string;
  /** The contact that the booking has. */
  readonly own?: string;
}) {
  const externalId = useRested(typed.trim());
  const path = useAccount();
  const asked = externalId !== "" && externalId !== own;
  const { data } = useApiQuery(
    "findBookings",
    { path, query: { external_id: externalId, latest_first: true, limit: 1 } },
    { enabled: asked },
  );
  const contact = useApiQuery(
    "findContact",
    { path, query: { external_id: externalId } },
    { enabled: asked },
  );
  if (externalId === "") return <>{t("As the customer's own system writes it.")}</>;
  if (!asked) return <>{t("The contact that has the booking now.")}</>;
  if (contact.data === undefined) return <>{t("Looking the contact up…")}</>;
  if (contact.data.body.items.length === 0) {
    return (
      <strong className="contact-new">
        {t("Nobody has this external id yet: a new contact is made.")}
      </strong>
    );
  }
  const name = data?.body.items[0]?.tickets.find(({ attendee }) => attendee.display_name !== null);
  return (
    <>
      {name?.attendee.display_name == null
        ? t("A contact that is known.")
        : t("A contact that is known: last with {name}.", { name: name.attendee.display_name })}
    </>
  );
}
