import { t } from "../../language/t.ts";
/** What a data file's kinds of lines are called, in their order. */
export const kindWords: Readonly<Record<string, string>> = {
  group: t("Groups"),
  interaction: t("Campaigns"),
  activity: t("Activities"),
  host: t("Hosts"),
  ticket_type: t("Ticket types"),
  slot: t("Slots"),
  booking: t("Bookings"),
};
