import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import type { Described } from "../../kit/lost-update.tsx";
import {
  bookingCutoffWords,
  cutoffWords,
  limitCountsWords,
  promotionWords,
  reminderWords,
  type ContactLimitCounts,
} from "./campaign-words.ts";

export type CampaignLine = Operations["showInteraction"]["answer"];
type CampaignBody = NonNullable<Operations["putInteraction"]["body"]>;

/** The typed values of a campaign's form. */
export interface CampaignForm {
  readonly group: string;
  readonly timezone: string;
  readonly languages: string;
  readonly defaultLanguage: string;
  readonly cutoff: string;
  readonly bookingCutoff: string;
  readonly perContact: string;
  readonly counts: ContactLimitCounts;
  readonly promotion: "manual" | "automatic" | "offer";
  readonly offerMinutes: string;
  /** Minutes, as `1440, 60`. */
  readonly reminders: string;
  /** By language. */
  readonly title: Readonly<Record<string, string>>;
}

export function formOf(line: Omit<CampaignLine, "kind" | "public_key">): CampaignForm {
  return {
    group: line.group,
    timezone: line.timezone,
    languages: line.languages.join(", "),
    defaultLanguage: line.default_language,
    cutoff: line.cancellation_cutoff_minutes?.toString() ?? "",
    bookingCutoff: line.booking_cutoff_minutes?.toString() ?? "",
    perContact: line.tickets_per_contact?.toString() ?? "",
    counts: line.contact_limit_counts ?? "upcoming",
    promotion: line.waitlist_promotion ?? "manual",
    offerMinutes: line.waitlist_offer_minutes?.toString() ?? "",
    reminders: line.reminder_minutes?.join(", ") ?? "",
    title: line.title ?? {},
  };
}

/** `id` is the campaign's own id, which never changes. */
export function bodyOf(form: CampaignForm, id: string | undefined): CampaignBody {
  const languages = languagesIn(form.languages);
  const reminders = remindersIn(form.reminders);
  return {
    ...(id !== undefined && { id }),
    group: form.group,
    timezone: form.timezone,
    languages,
    default_language: defaultOf(form),
    cancellation_cutoff_minutes: numberOrNull(form.cutoff),
    booking_cutoff_minutes: numberOrNull(form.bookingCutoff),
    tickets_per_contact: numberOrNull(form.perContact),
    contact_limit_counts: form.counts,
    waitlist_promotion: form.promotion,
    waitlist_offer_minutes: numberOrNull(form.offerMinutes),
    reminder_minutes: reminders.length === 0 ? null : reminders,
    title: Object.fromEntries(Object.entries(form.title).filter(([, text]) => text !== "")),
  };
}

export function numberOrNull(text: string): number | null {
  return text === "" ? null : Number(text);
}

/** `fr, en` as codes, each once. */
export function languagesIn(text: string): readonly string[] {
  return [...new Set(partsOf(text).map((code) => code.toLowerCase()))];
}

function partsOf(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

/** `1440, 60` as minutes, each once, the first reminder first. */
export function remindersIn(text: string): readonly number[] {
  const minutes = partsOf(text).map(Number);
  return [...new Set(minutes)].toSorted((one, other) => other - one);
}

/** As many as the service takes, and how many minutes each may be. */
const remindersMax = 3;
const [reminderMin, reminderMax] = [5, 43_200] as const;

export function wrongReminders(text: string): string | null {
  const bad = partsOf(text).find((part) => {
    const minutes = Number(part);
    return !Number.isInteger(minutes) || minutes < reminderMin || minutes > reminderMax;
  });
  if (bad !== undefined) {
    return t("“{bad}” is no whole number from 5 to 43200.", { bad });
  }
  return remindersIn(text).length > remindersMax ? t("There are three reminders at most.") : null;
}

/** The chosen default while it is offered, else the first language. */
export function defaultOf({ languages, defaultLanguage }: CampaignForm): string {
  const offered = languagesIn(languages);
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? "");
}

export function wrongLanguages(text: string): string | null {
  const bad = languagesIn(text).find((code) => !/^[a-z]{2,8}$/.test(code));
  return bad === undefined
    ? null
    : t("“{bad}” is no base language code: write en, not en-GB or English.", { bad });
}

export function describeCampaign(line: CampaignLine): Described {
  return {
    ...Object.fromEntries(
      Object.entries(line.title ?? {}).map(([code, text]) => [`${t("Title")} (${code})`, text]),
    ),
    [t("Group")]: line.group,
    [t("Time zone")]: line.timezone,
    [t("Languages")]: line.languages.join(", "),
    [t("Default language")]: line.default_language,
    [t("Waitlist")]: promotionWords(line),
    [t("Reminders")]: reminderWords(line.reminder_minutes),
    [t("Callers can cancel")]: cutoffWords(line),
    [t("Booking")]: bookingCutoffWords(line.booking_cutoff_minutes),
    [t("Tickets of one contact, at most")]: String(line.tickets_per_contact ?? t("no limit")),
    [t("Tickets counted for the limit")]:
      limitCountsWords[line.contact_limit_counts ?? "upcoming"](),
  };
}
