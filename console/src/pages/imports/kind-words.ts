import { t } from "../../language/t.ts";
/** The kinds of a data file's lines in words, in their order. */
export const kindWords: Readonly<Record<string, string>> = {
  group: t("Groups"),
  interaction: t("Campaigns"),
  activity: t("Activities"),
  host: t("Hosts"),
  ticket_type: t("Ticket types"),
  slot: t("Slots"),
  booking: t("Bookings"),
};
