import { t } from "../language/t.ts";

const words: Readonly<Record<string, string>> = {
  group: t("group"),
  interaction: t("campaign"),
  activity: t("activity"),
  host: t("host"),
  ticket_type: t("ticket type"),
  slot: t("slot"),
  booking: t("booking"),
};

/** A kind of a data file's lines as one of them is called. */
export function kindWord(kind: string): string {
  return words[kind] ?? kind.replaceAll("_", " ");
}
