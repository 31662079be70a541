import { t } from "../language/t.ts";

/** The labels that the catalogue's fields have in the forms that show them. */
const words: Readonly<Record<string, string>> = {
  activity: t("Activity"),
  capacity: t("Capacity"),
  default_language: t("Default language"),
  display_name: t("Display name"),
  group: t("Group"),
  host: t("Host"),
  id: t("Id"),
  interaction: t("Campaign"),
  languages: t("Languages"),
  location_hint: t("Location hint"),
  public_key: t("Public key"),
  slot_duration_in_minutes: t("Length in minutes"),
  ticket_type: t("Ticket type"),
  timezone: t("Time zone"),
  title: t("Title"),
  unique_key: t("Unique key"),
};

/** What a form calls a field of the API, or a text of it (`title.fr`); null for a field that no form shows. */
export function fieldWord(name: string): string | null {
  const [field = "", language] = name.split(".");
  const word = words[field];
  if (word === undefined) return null;
  return language === undefined ? word : `${word} (${language})`;
}
