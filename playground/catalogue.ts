import type { LanguageMap } from "../src/domain/language.ts";

/**
 * The campaigns of a made-up house. The demo and the sandbox each take some of them, with some of their
 * activities, under keys of their own. Every oddity here is intended: it shows one rule of the interface.
 */
const paris = {
  timezone: "Europe/Paris",
  default_language: "fr",
  languages: ["fr", "en"],
} as const;

const campaigns = {
  paris,
  newYork: { timezone: "America/New_York", default_language: "en", languages: ["en", "es"] },
  // A zone that is 5 hours and 45 minutes ahead of UTC.
  kathmandu: { timezone: "Asia/Kathmandu", default_language: "en", languages: ["en"] },
  // Cancels are possible until two days before the slot.
  cutOff: { ...paris, cancellation_cutoff_minutes: 2_880 },
} as const;

type Campaign = keyof typeof campaigns;

interface SampleActivity {
  readonly title: LanguageMap;
  readonly location_hint?: LanguageMap;
  /** The length of its slots in minutes; absent where they have none. */
  readonly minutes?: number;
}

const activities: Readonly<Record<Campaign, Readonly<Record<string, SampleActivity>>>> = {
  paris: {
    "fragrance-workshop": {
      title: { fr: "Atelier de création de parfum", en: "Perfume creation workshop" },
      location_hint: { fr: "La Verrière, 2e étage", en: "The Glass Room, 2nd floor" },
      minutes: 90,
    },
    // The slots of its hosts are shorter, longer, and without a length, so its own 45 minutes are never shown
    // (A59).
    consultation: {
      title: { fr: "Consultation privée", en: "Private consultation" },
      location_hint: { fr: "Salon bleu, 1er étage", en: "Blue Salon, 1st floor" },
      minutes: 45,
    },
    // No duration: the field is absent from its bookings, with no default.
    "garden-walk": {
      title: { fr: "Promenade au jardin des simples", en: "Walk in the herb garden" },
      location_hint: { fr: "Portail de la cour des Tilleuls", en: "Gate on the Linden Court" },
    },
    tasting: {
      title: { fr: "Dégustation", en: "Tasting" },
      location_hint: { fr: "Hall 2, comptoir de droite", en: "Hall 2, counter on the right" },
      minutes: 45,
    },
    // Both texts have none of the campaign's languages, so the answer has raw language maps (A42).
    aperitivo: {
      title: { it: "Aperitivo in terrazza" },
      location_hint: { it: "Terrazza, quinto piano", de: "Terrasse, 5. Stock" },
      minutes: 60,
    },
    "open-house": {
      title: { fr: "Portes ouvertes", en: "Open house" },
      location_hint: { fr: "Rez-de-chaussée, entrée principale" },
      minutes: 30,
    },
    // So long that a slot which has begun is still running an hour later.
    "long-evening": {
      title: { fr: "Grande soirée", en: "Long evening" },
      location_hint: { fr: "Verrière", en: "Glass Room" },
      minutes: 240,
    },
    // No English: the French title is shown instead, and a location hint without any text is empty.
    atelier: { title: { fr: "Atelier de création" }, location_hint: {}, minutes: 90 },
    markup: {
      title: {
        fr: `<b>Dégustation</b> & "vins" <script>alert("titre")</script>`,
        en: `<b>Tasting</b> & "wines" <script>alert("title")</script>`,
      },
      location_hint: {
        fr: `<img src=x onerror=alert(1)> l'étage 🍷`,
        en: `<img src=x onerror=alert(1)> 2nd floor 🍷`,
      },
      minutes: 30,
    },
  },
  newYork: {
    // The id of an activity in Paris, because only the pair of campaign and id is unique.
    tasting: {
      title: { en: "Hot chocolate tasting", es: "Cata de chocolate caliente" },
      location_hint: {
        en: "Ground floor, by the fireplace",
        es: "Planta baja, junto a la chimenea",
      },
      minutes: 30,
    },
    "candle-evening": {
      title: { en: "Candle-making evening", es: "Taller nocturno de velas" },
      location_hint: { en: "Studio, lower level", es: "Estudio, nivel inferior" },
      minutes: 120,
    },
    // In Spanish its title falls back to English, and its location hint is the empty text.
    "gift-wrapping": { title: { en: "Gift wrapping by appointment" }, minutes: 15 },
  },
  kathmandu: {
    tea: {
      title: { en: "Tea at the stupa" },
      location_hint: { en: "East gate" },
      minutes: 90,
    },
  },
  cutOff: {
    talk: {
      title: { fr: "Conférence", en: "Talk" },
      location_hint: { fr: "Auditorium", en: "Auditorium" },
      minutes: 60,
    },
  },
};

interface SampleHost {
  readonly display_name: string;
  readonly minutes?: number;
}

/** The hosts of the consultation. */
const hosts: Readonly<Record<"station-1" | "camille" | "idris" | "archives", SampleHost>> = {
  "station-1": { display_name: "Station 1", minutes: 20 },
  camille: { display_name: "Camille Renaud", minutes: 30 },
  idris: { display_name: "Idris Lemaire", minutes: 60 },
  archives: { display_name: "Cabinet des archives" },
};

/** What an account takes of a campaign, and the keys that the campaign has there. */
interface Taken {
  readonly id: string;
  readonly publicKey: string;
  readonly group: string;
  /** For operators. */
  readonly title?: LanguageMap;
  readonly activities: readonly string[];
}

/** A campaign's line of a data file, and those of its activities. */
export function campaignLines(campaign: Campaign, taken: Taken) {
  const { id, publicKey, group, activities: _, ...title } = taken;
  const key = { kind: "interaction", id, public_key: publicKey, group } as const;
  return {
    interaction: { ...key, ...title, ...campaigns[campaign] },
    activities: taken.activities.map((activity) => ({
      kind: "activity",
      interaction: publicKey,
      id: activity,
      ...withMinutes(activityOf(campaign, activity)),
    })),
  };
}

function activityOf(campaign: Campaign, id: string): SampleActivity {
  const found = activities[campaign][id];
  if (found === undefined) throw new RangeError(`The catalogue has no activity ${id} there.`);
  return found;
}

/** The lines of the hosts that an activity offers. */
export function hostLines(
  { interaction, activity }: { readonly interaction: string; readonly activity: string },
  ids: readonly (keyof typeof hosts)[],
): readonly object[] {
  return ids.map((id) => ({ kind: "host", interaction, activity, id, ...withMinutes(hosts[id]) }));
}

function withMinutes<Part extends { readonly minutes?: number }>({ minutes, ...part }: Part) {
  return { ...part, ...(minutes !== undefined && { slot_duration_in_minutes: minutes }) };
}

export interface TicketTypeLine {
  readonly kind: "ticket_type";
  readonly interaction: string;
  readonly activity: string;
  readonly id: string;
  readonly display_name: string;
  /** Bookings of an unlimited type take no seats. */
  readonly has_limited_capacity: boolean;
}

export function ticketTypeLine(
  { interaction, activity }: { readonly interaction: string; readonly activity: string },
  ticketType: Pick<TicketTypeLine, "id" | "display_name" | "has_limited_capacity">,
): TicketTypeLine {
  const { id, display_name, has_limited_capacity } = ticketType;
  return { kind: "ticket_type", interaction, activity, id, display_name, has_limited_capacity };
}
