import type { Customer } from "./sessions.ts";

export interface DemoCustomer extends Customer {
  /** What the customer shows, in the page's languages. */
  readonly shows: { readonly en: string; readonly fr: string };
}

/**
 * The customers of the service's demo account (`npm start`). Your own page has no such list: a customer who has
 * signed in to your shop is the customer.
 */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    key: "ada",
    name: "Ada Marchand",
    externalId: "CUST-1001",
    shows: { en: "Five upcoming bookings to cancel", fr: "Cinq réservations à venir, à annuler" },
  },
  {
    key: "alma",
    name: "Alma Fournier",
    externalId: "CUST-WAITLIST",
    shows: { en: "Waiting for a full session", fr: "En attente pour une séance complète" },
  },
  {
    key: "solene",
    name: "Solène Paris",
    externalId: "CUST-UNLIMITED",
    shows: {
      en: "On that session, with a ticket that never waits",
      fr: "Sur cette séance, avec un billet qui n’attend jamais",
    },
  },
  {
    key: "nour",
    name: "Nour Haddad",
    externalId: "CUST-CHECKED-IN",
    shows: { en: "Was there: cancelling is refused", fr: "Y était : l’annulation est refusée" },
  },
  {
    key: "basile",
    name: "Basile Kern",
    externalId: "CUST-CANCELLED",
    shows: { en: "Has cancelled a booking", fr: "A annulé une réservation" },
  },
  {
    key: "rose",
    name: "Rose Lemoine",
    externalId: "CUST-FAMILY",
    shows: { en: "Books for the family", fr: "Réserve pour la famille" },
  },
  {
    key: "odile",
    name: "Odile Varenne",
    externalId: "CUST-HOSTS",
    shows: { en: "Three hosts, three lengths", fr: "Trois hôtes, trois durées" },
  },
  {
    key: "jonas",
    name: "Jonas Weil",
    externalId: "CUST-NO-DURATION",
    shows: { en: "A booking without a set duration", fr: "Une réservation sans durée fixée" },
  },
  {
    key: "giulia",
    name: "Giulia Conti",
    externalId: "CUST-RAW-LANGUAGE",
    shows: { en: "A title that exists in Italian only", fr: "Un titre qui n’existe qu’en italien" },
  },
  {
    key: "belvedere",
    name: "Agence Belvédère",
    externalId: "CUST-MANY",
    shows: { en: "130 bookings, on many pages", fr: "130 réservations, sur plusieurs pages" },
  },
  {
    key: "noe",
    name: "Noé Petit",
    externalId: "CUST-NOBODY",
    shows: { en: "No bookings yet", fr: "Pas encore de réservation" },
  },
];
