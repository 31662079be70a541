import type { SellingWords } from "./selling-words.ts";

export const sellingInFrench: SellingWords = {
  book: "Réserver une séance",
  title: "Réserver une séance",
  lead: "Choisissez un horaire. Quand c’est complet, il y a une liste d’attente.",
  allTimes: (zone) => `Tous les horaires sont à l’heure de ${zone}.`,
  notAll:
    "Certaines séances ne peuvent pas être affichées pour le moment. Revenez dans une minute.",
  weekNav: "Semaines",
  previousWeek: "Semaine précédente",
  nextWeek: "Semaine suivante",
  activity: "Séance",
  host: "Avec",
  everything: "Toutes les séances",
  everybody: "Peu importe",
  show: "Afficher",
  empty: {
    title: "Rien cette semaine",
    text: "Regardez une autre semaine ou d’autres séances.",
  },
  nextSlot: (day) => `Prochaine séance\u00a0: ${day}`,
  free: (seats) => {
    if (seats === null) return "Accès libre";
    return seats === 1 ? "1 place libre" : `${seats} places libres`;
  },
  waitlist: "Complet, liste d’attente",
  opens: (moment) => `Ouverture le ${moment}`,
  closed: "Réservations closes",
  choose: "Réserver",
  wait: "Liste d’attente",

  slotTitle: "Vos billets",
  ticketType: "Billet",
  tickets: "Combien",
  continue: "Continuer",
  otherTimes: "Autres horaires",
  nothingBookable: {
    title: "Cette séance ne peut pas être réservée maintenant",
    text: "Regardez les autres horaires.",
  },

  formTitle: "Qui viendra\u00a0?",
  waitTitle: "S’inscrire sur la liste d’attente",
  names: "Noms",
  namesNote: "Les noms s’affichent à l’entrée. Vous pouvez les laisser vides.",
  nameOf: (ticket) => `Billet ${ticket}`,
  ticketsOf: (count, type) => `${count} × ${type}`,
  keptFor: (minutes) =>
    minutes < 2
      ? "Vos places sont gardées encore une minute."
      : `Vos places sont gardées pendant ${minutes} minutes.`,
  keepLonger: "Les garder plus longtemps",
  keptLonger: "Vos places sont maintenant gardées plus longtemps.",
  keptNoMore:
    "Le délai pendant lequel nous gardions vos places est écoulé. Vous pouvez encore les réserver si personne d’autre ne les a prises.",
  waitNote:
    "Cette séance est complète. Vous aurez une place dès qu’il s’en libère une et que votre tour vient.",
  fewerNote: (tickets) =>
    `Il reste moins de ${tickets} places. Vous pouvez les attendre toutes ensemble, ou revenir en arrière et en choisir moins.`,
  confirm: "Réserver",
  confirmWait: "M’inscrire sur la liste d’attente",
  leave: "Revenir sans réserver",

  booked: { title: "Votre réservation est confirmée", text: "Au plaisir de vous accueillir." },
  waits: {
    title: "Vous êtes sur la liste d’attente",
    text: "Vous aurez une place dès qu’il s’en libère une et que votre tour vient. D’ici là, vous pouvez quitter la liste à tout moment.",
  },
  waitsInstead: {
    title: "Vous êtes sur la liste d’attente",
    text: "Les dernières places ont été prises pendant que vous remplissiez le formulaire. Vous aurez une place dès qu’il s’en libère une et que votre tour vient, et vous pouvez quitter la liste à tout moment.",
  },
  another: "Réserver une autre séance",

  offer: (until) =>
    `Une place vous est gardée jusqu’au ${until}. Acceptez-la, sinon elle passe à la personne suivante.`,
  accept: "Accepter la place",
  accepted: { title: "La place est à vous", text: "Votre réservation est confirmée." },

  refused: {
    "seats-missing": {
      title: "Ces places viennent d’être prises",
      text: "Quelqu’un a été plus rapide. Choisissez un autre horaire ou inscrivez-vous sur la liste d’attente.",
    },
    "larger-than-slot": {
      title: "Cette séance est plus petite",
      text: "Elle compte moins de places en tout que vous n’en demandez. Rien n’a été réservé. Choisissez-en moins ou un autre horaire.",
    },
    "hold-ended": {
      title: "Le délai pour vos places est écoulé",
      text: "Nous les avons gardées aussi longtemps qu’annoncé, et quelqu’un d’autre les a prises depuis. Rien n’a été réservé. Vous pouvez choisir un autre horaire ou vous inscrire sur la liste d’attente.",
    },
    "booking-not-open": {
      title: "Les réservations ne sont pas encore ouvertes",
      text: "La liste des horaires indique quand elles ouvrent. Rien n’a été réservé.",
    },
    "booking-closed": {
      title: "Les réservations sont closes",
      text: "Cette séance ne peut plus être réservée ici. Rien n’a été réservé.",
    },
    "slot-has-begun": {
      title: "Cette séance a commencé",
      text: "Elle ne peut plus être réservée. Choisissez un autre horaire.",
    },
    "over-limit": {
      title: "Cela ferait plus de billets que permis par personne",
      text: "Rien n’a été réservé. Choisissez-en moins, ou annulez d’abord une autre réservation.",
    },
    "idempotency-key-reused": {
      title: "Ce formulaire a déjà été envoyé",
      text: "Regardez vos réservations\u00a0: c’est le premier envoi qui compte. Pour le changer, annulez-le et réservez de nouveau.",
    },
    "no-offer": {
      title: "Aucune place n’est plus gardée pour vous",
      text: "Elle est passée à la personne suivante. Vous êtes toujours sur la liste d’attente.",
    },
    "offer-ended": {
      title: "Le délai pour cette place est écoulé",
      text: "Elle est passée à la personne suivante. Vous êtes toujours sur la liste d’attente.",
    },
    other: {
      title: "Cela ne peut pas être réservé maintenant",
      text: "Rien n’a été réservé. Merci de choisir un autre horaire.",
    },
  },
  unknown: {
    title: "Nous ne savons pas encore si c’est réservé",
    text: "Votre formulaire est parti, mais aucune réponse n’est revenue. Vous pouvez le renvoyer sans crainte\u00a0: rien n’est réservé deux fois.",
  },
  problem: {
    busy: {
      title: "Un instant, s’il vous plaît",
      text: "Beaucoup de personnes réservent en ce moment\u00a0; nous devons vous faire patienter un peu.",
    },
    unavailable: {
      title: "Impossible de réserver pour l’instant",
      text: "Le service de réservation ne répond pas. Vos réservations ne risquent rien.",
    },
    broken: {
      title: "Un problème est survenu de notre côté",
      text: "Réessayer n’y changera rien\u00a0; c’est à nous de réparer. Si c’est urgent, appelez-nous en donnant cette référence.",
    },
  },
};
