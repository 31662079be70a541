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
  ticketTypeLine,
} from "../../fixtures/catalogue.ts";
import { consultation } from "./places.ts";

/**
 * The sandbox's campaigns as lines of a data file. Every oddity here is intended: it shows one rule of the
 * interface.
 */
const groups = [
  { kind: "group", unique_key: "sandbox-fr", display_name: "Maison Sandbox" },
  { kind: "group", unique_key: "sandbox-us", display_name: "Sandbox New York" },
] as const;

const interactions = [
  {
    kind: "interaction",
    id: "5a9db0c5-0000-4000-8000-00000000000a",
    public_key: "pk_paris",
    group: "sandbox-fr",
    ...paris,
  },
  {
    kind: "interaction",
    id: "5a9db0c5-0000-4000-8000-00000000000b",
    public_key: "pk_new_york",
    group: "sandbox-us",
    ...newYork,
  },
  // A zone that is 5 hours and 45 minutes ahead of UTC.
  {
    kind: "interaction",
    id: "5a9db0c5-0000-4000-8000-00000000000c",
    public_key: "pk_kathmandu",
    group: "sandbox-fr",
    timezone: "Asia/Kathmandu",
    default_language: "en",
    languages: ["en"],
  },
  // Cancels are possible until two days before the slot.
  {
    kind: "interaction",
    id: "5a9db0c5-0000-4000-8000-00000000000d",
    public_key: "pk_cut_off",
    group: "sandbox-fr",
    ...paris,
    cancellation_cutoff_minutes: 2_880,
  },
] as const;

const activities = [
  ...activityLines("pk_paris", [
    {
      id: "tasting",
      title: { fr: "Dégustation", en: "Tasting" },
      location_hint: tastingHint,
      minutes: 45,
    },
    privateConsultation,
    // No duration: the field is absent from its bookings.
    {
      id: "garden-walk",
      title: { fr: "Promenade au jardin", en: "Garden walk" },
      location_hint: { fr: "Portail de la cour", en: "Gate on the court" },
    },
    // So long that a slot which has begun is still running an hour later.
    {
      id: "long-evening",
      title: { fr: "Grande soirée", en: "Long evening" },
      location_hint: { fr: "Verrière", en: "Glass Room" },
      minutes: 240,
    },
    // Both texts have none of the campaign's languages, so the answer has raw language maps (A42).
    {
      id: "aperitivo",
      title: { it: "Aperitivo in terrazza", de: "Aperitif auf der Terrasse" },
      location_hint: { it: "Quinto piano" },
      minutes: 60,
    },
    // No English: the French title is shown instead, and a location hint without any text is empty.
    { id: "atelier", title: { fr: "Atelier de création" }, location_hint: {}, minutes: 90 },
    {
      id: "markup",
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
  ]),
  ...activityLines("pk_new_york", [tastingInNewYork]),
  ...activityLines("pk_kathmandu", [
    {
      id: "tea",
      title: { en: "Tea at the stupa" },
      location_hint: { en: "East gate" },
      minutes: 90,
    },
  ]),
  ...activityLines("pk_cut_off", [
    {
      id: "talk",
      title: { fr: "Conférence", en: "Talk" },
      location_hint: { fr: "Auditorium", en: "Auditorium" },
      minutes: 60,
    },
  ]),
];

const hosts = hostLines(consultation, [
  { id: "station-1", display_name: "Station 1", minutes: 20 },
  { ...camille, minutes: 60 },
  archives,
]);

/** Every activity has a limited ticket type and an unlimited one. */
const ticketTypes = activities.flatMap(({ interaction, id: activity }) => [
  ticketTypeLine(
    { interaction, activity },
    {
      id: "standard",
      display_name: activity === "markup" ? "<i>Standard</i> & more" : "Standard",
      has_limited_capacity: true,
    },
  ),
  ticketTypeLine(
    { interaction, activity },
    { id: "open", display_name: "Open admission", has_limited_capacity: false },
  ),
]);

export const catalogueLines: readonly object[] = [
  ...groups,
  ...interactions,
  ...activities,
  ...hosts,
  ...ticketTypes,
];
