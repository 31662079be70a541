import type { MappedField } from "./sheet-mapping.ts";

/**
 * What other systems call a field in English, French, German, Spanish, Dutch and Italian, without accents and in lower
 * case. The names of single exports are among them, as their makers' pages give them.
 */
export const columnNames: Readonly<Partial<Record<MappedField, readonly string[]>>> = {
  booking: names("booking|booking uuid"),
  reference: names(
    "reference|booking|order|order code|order id|order number|order no|booking id|booking number|booking reference|" +
      "confirmation code|confirmation number|product confirmation code|uid|id|invitee uuid|attendee id|ticket code|ticket number|buchungsnummer|bestellnummer|auftragsnummer|" +
      "numero de commande|numero de reservation|reference de reservation|numero de reserva|numero de pedido|" +
      "boekingsnummer|bestelnummer|ordernummer|numero ordine|numero prenotazione",
  ),
  external_id: names(
    "external id|customer id|customer number|client id|contact id|member id|kundennummer|kunden nr|" +
      "numero client|numero de client|numero de cliente|klantnummer|numero cliente|email|e mail|" +
      "email address|attendee email|invitee email|customer email|participant email|attendee|required attendees|courriel|adresse e mail|correo|" +
      "correo electronico|e mailadres|e mail adresse",
  ),
  interaction: names("interaction|campaign|campagne|kampagne|campana"),
  activity: names(
    "activity|session|event|event name|event slug|event type name|event type|class|service|product|title|subject|" +
      "activite|cours|prestation|kurs|veranstaltung|angebot|termin|actividad|clase|evento|servicio|" +
      "activiteit|les|attivita|lezione|betreff",
  ),
  host: names(
    "host|staff|teacher|instructor|trainer|provider|user name|lehrer|mitarbeiter|professeur|intervenant|" +
      "profesor|docent|insegnante",
  ),
  slot_starting_at: names(
    "slot starting at|start|starts at|start time|start date time|event start|from|beginn|debut|inicio|" +
      "begin|inizio",
  ),
  slot_date: names(
    "slot date|date|start date|event date|datum|fecha|data|startdatum|date de debut",
  ),
  slot_time: names(
    "slot time|time|start time|event time|uhrzeit|zeit|heure|hora|tijd|ora|heure de debut",
  ),
  ticket_type: names(
    "ticket type|ticket|rate|price category|tarif|ticketart|kategorie|tarifa|tipo de entrada|tickettype|" +
      "tipo di biglietto",
  ),
  booking_status: names(
    "booking status|status|state|order status|canceled|cancelled|statut|etat|zustand|estado|stato",
  ),
  booked_at: names(
    "booked at|booked|order date|event created date time|created|created at|booking date|booked on|date created|creation date|timestamp|" +
      "bestelldatum|buchungsdatum|gebucht am|date de commande|date de reservation|fecha de reserva|" +
      "fecha de pedido|besteldatum|data ordine",
  ),
  booked_date: names("booked date|order date|bestelldatum|buchungsdatum|date de commande"),
  booked_time: names("booked time|order time|bestellzeit|heure de commande"),
  cancelled_at: names(
    "cancelled at|canceled at|cancellation date|storniert am|date d annulation|annule le",
  ),
  checked_in_at: names(
    "checked in at|checked in|check in|attended|attendance|present|marked as no show|no show|anwesend|erschienen|asistio|aanwezig|" +
      "presente",
  ),
  tickets: names(
    "tickets|quantity|qty|number of tickets|positions|seats|guests|pax|total pax|participants|anzahl|personen|plaetze|platze|" +
      "quantite|places|nombre de places|personnes|cantidad|plazas|personas|aantal|quantita|posti",
  ),
  attendees: names(
    "attendees|name|attendee name|invitee name|full name|customer name|customer|nom complet|kunde|" +
      "teilnehmer|nombre completo|naam|nome completo|client",
  ),
  first_name: names(
    "first name|invitee first name|attendee first name|vorname|prenom|nombre|nome|voornaam",
  ),
  last_name: names(
    "last name|invitee last name|attendee last name|surname|nachname|nom|nom de famille|apellido|" +
      "apellidos|achternaam|cognome",
  ),
};

function names(text: string): readonly string[] {
  return text.split("|");
}

/** A name as names are compared: without accents, letter case and signs. */
export function plainName(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
