import {
  activityLines,
  archives,
  camille,
  consultation as privateConsultation,
  hostLines,
  newYork,
  paris,
  tastingHint,
  tastingInNewYork,
} from "../fixtures/catalogue.ts";

/**
 * The demo's two campaigns as the lines of a data file, and the timetable of their slots. Every oddity here
 * is intended: it shows one rule of the interface.
 */
export const groupLines = [
  { kind: "group", unique_key: "maison-demo", display_name: "Maison Demo" },
  { kind: "group", unique_key: "maison-demo-us", display_name: "Maison Demo New York" },
] as const;

export const interactionLines = [
  {
    kind: "interaction",
    id: "6a1d3c52-8f4e-4b07-9c1a-2e5d7f90b316",
    public_key: "pk_summer",
    group: "maison-demo",
    ...paris,
  },
  {
    kind: "interaction",
    id: "d94b7e10-35c8-4f62-a7d3-81b6e0c4295f",
    public_key: "pk_winter",
    group: "maison-demo-us",
    ...newYork,
  },
] as const;

export const openHouse = { interaction: "pk_summer", activity: "open-house" } as const;

export const demoActivities = [
  ...activityLines("pk_summer", [
    {
      id: "fragrance-workshop",
      title: { fr: "Atelier de création de parfum", en: "Perfume creation workshop" },
      location_hint: { fr: "La Verrière, 2e étage", en: "The Glass Room, 2nd floor" },
      minutes: 90,
    },
    privateConsultation,
    // No duration: the field is absent from its bookings, with no default.
    {
      id: "garden-walk",
      title: { fr: "Promenade au jardin des simples", en: "Walk in the herb garden" },
      location_hint: { fr: "Portail de la cour des Tilleuls", en: "Gate on the Linden Court" },
    },
    {
      id: "tasting",
      title: { fr: "Dégustation de thés glacés", en: "Iced tea tasting" },
      location_hint: tastingHint,
      minutes: 45,
    },
    // The title has none of the campaign's languages, so the answer has a raw language map (A42).
    {
      id: "aperitivo",
      title: { it: "Aperitivo in terrazza" },
      location_hint: { fr: "Terrasse, 5e étage", en: "Terrace, 5th floor" },
      minutes: 60,
    },
    // Open around the time at which the demo is made, so that the desk has arrivals today.
    {
      id: openHouse.activity,
      title: { fr: "Portes ouvertes", en: "Open house" },
      location_hint: { fr: "Rez-de-chaussée, entrée principale" },
      minutes: 30,
    },
  ]),
  ...activityLines("pk_winter", [
    tastingInNewYork,
    {
      id: "candle-evening",
      title: { en: "Candle-making evening", es: "Taller nocturno de velas" },
      location_hint: { en: "Studio, lower level", es: "Estudio, nivel inferior" },
      minutes: 120,
    },
    // In Spanish its title falls back to English, and its location hint is the empty text.
    { id: "gift-wrapping", title: { en: "Gift wrapping by appointment" }, minutes: 15 },
  ]),
];

const consultation = { interaction: "pk_summer", activity: "consultation" } as const;

export const demoHosts = hostLines(consultation, [
  { ...camille, minutes: 30 },
  { id: "idris", display_name: "Idris Lemaire", minutes: 60 },
  archives,
]);

/** Opening hours on the campaign's own clock, on the given days of the week (0 is Sunday). */
export interface Opening extends InActivity {
  readonly host?: string;
  readonly weekdays: readonly number[];
  readonly times: readonly string[];
  readonly capacity: number;
}

export const timetable: readonly Opening[] = [
  {
    interaction: "pk_summer",
    activity: "fragrance-workshop",
    weekdays: [3, 4, 5, 6],
    times: ["10:30", "15:00"],
    capacity: 8,
  },
  {
    ...consultation,
    host: "camille",
    weekdays: [2, 3, 4, 5, 6],
    times: ["10:00", "11:00", "15:00"],
    capacity: 1,
  },
  {
    ...consultation,
    host: "idris",
    weekdays: [2, 3, 4, 5, 6],
    times: ["14:00", "16:30"],
    capacity: 2,
  },
  {
    ...consultation,
    host: "archives",
    weekdays: [2, 3, 4, 5],
    times: ["11:30"],
    capacity: 3,
  },
  {
    interaction: "pk_summer",
    activity: "garden-walk",
    weekdays: [0, 3, 6],
    times: ["09:30", "17:00"],
    capacity: 15,
  },
  {
    interaction: "pk_summer",
    activity: "tasting",
    weekdays: [0, 4, 5, 6],
    times: ["11:00", "14:00", "16:00"],
    capacity: 6,
  },
  {
    interaction: "pk_summer",
    activity: "aperitivo",
    weekdays: [4, 5, 6],
    times: ["18:30"],
    capacity: 10,
  },
  {
    interaction: "pk_winter",
    activity: "tasting",
    weekdays: [1, 2, 3, 4, 5],
    times: ["12:00", "17:30"],
    capacity: 6,
  },
  {
    interaction: "pk_winter",
    activity: "candle-evening",
    weekdays: [2, 4],
    times: ["18:00"],
    capacity: 8,
  },
  {
    interaction: "pk_winter",
    activity: "gift-wrapping",
    weekdays: [5, 6],
    times: ["10:00", "10:15", "10:30"],
    capacity: 1,
  },
];

export interface InCampaign {
  readonly interaction: "pk_summer" | "pk_winter";
}

export interface InActivity extends InCampaign {
  readonly activity: string;
}
