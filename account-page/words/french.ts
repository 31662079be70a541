import { sellingInFrench } from "./selling-french.ts";
import type { Words } from "./words.ts";

export const french: Words = {
  locale: "fr-FR",
  languageName: "Français",
  languageNav: "Langue",
  skipToContent: "Aller au contenu",
  account: "Votre compte",

  signIn: {
    title: "Heureux de vous revoir",
    text: "Ceci est une démonstration\u00a0: choisissez un client, sans mot de passe. Dans votre boutique, votre propre connexion prend cette place.",
  },
  signInChoice: "Se connecter en tant que",
  demoNote: "Connexion de démo",
  signOut: "Se déconnecter",
  customerNumber: "Numéro client",

  bookings: "Vos réservations",
  tabNav: "Réservations",
  tabs: { upcoming: "À venir", past: "Passées", cancelled: "Annulées" },
  empty: {
    upcoming: {
      title: "Aucune réservation à venir",
      text: "Dès que vous réservez une séance chez nous, vous la retrouvez ici, avec l’heure et le lieu.",
    },
    past: {
      title: "Aucune réservation passée",
      text: "Les séances commencées sont rangées ici.",
    },
    cancelled: {
      title: "Aucune annulation",
      text: "Les réservations que vous annulez restent consultables ici.",
    },
  },
  range: ({ first, last, total }) => {
    if (total === 1) return "1 réservation";
    return first === 1 && last === total
      ? `${total} réservations`
      : `${first} à ${last} sur ${total} réservations`;
  },
  pager: "Pages",
  pageOf: (number, last) => `Page ${number} sur ${last}`,
  previous: "Précédente",
  next: "Suivante",

  status: { CONFIRMED: "Confirmée", WAITLIST: "Sur liste d’attente", CANCELLED: "Annulée" },
  waitlistNote:
    "Vous n’avez pas encore de place. Elle sera à vous dès qu’il s’en libère une et que votre tour vient.",
  cancelledOn: (date) => `Annulée le ${date}`,
  sessionCancelled: "Nous avons dû annuler cette séance pour tout le monde.",
  cancelledByHouse: "Nous avons annulé cette réservation pour vous.",
  localTime: "heure locale",
  place: "Lieu",
  host: "Avec",
  duration: "Durée",
  ticket: "Billet",
  ticketCode: "Code pour l’entrée",
  ticketCodeNote: "Présentez ce code à l’entrée, où il sera scanné.",

  cancel: "Annuler la réservation",
  leaveWaitlist: "Quitter la liste d’attente",
  notCancellable: {
    "attendee-checked-in":
      "Quelqu’un est déjà entré avec cette réservation, qui ne peut donc plus être annulée.",
    "cancellation-closed": "Le délai pour annuler cette réservation est passé.",
    "ticket-already-cancelled": "Les billets de cette réservation sont déjà annulés.",
    other: "Cette réservation ne peut pas être annulée maintenant.",
  },
  confirm: {
    title: "Annuler cette réservation\u00a0?",
    text: "Tous ses billets sont annulés et votre place se libère pour quelqu’un d’autre. C’est définitif.",
  },
  confirmWaitlist: {
    title: "Quitter la liste d’attente\u00a0?",
    text: "Vous perdez votre rang dans la liste. C’est définitif.",
  },
  confirmPast: "Cette séance a déjà commencé.",
  confirmYes: "Oui, annuler",
  confirmYesWaitlist: "Oui, quitter la liste",
  confirmNo: "Non, la garder",
  backToBookings: "Retour à vos réservations",
  seeCancelled: "Voir les réservations annulées",
  addToCalendar: "Ajouter au calendrier",
  takeOutOfCalendar: "La marquer annulée dans votre calendrier",
  calendar: {
    link: "Toutes vos réservations dans votre calendrier",
    title: "Vos réservations dans votre calendrier",
    text: "Abonnez-vous à cette adresse dans votre logiciel de calendrier. Les nouvelles réservations, les changements et les annulations y apparaissent d’eux-mêmes, en quelques heures.",
    address: "Adresse secrète",
    open: "S’abonner sur cet appareil",
    revokeTitle: "Toute personne qui a cette adresse voit vos réservations",
    revokeText:
      "Gardez-la pour vous. Si quelqu’un d’autre la possède, créez-en une nouvelle\u00a0: l’ancienne cesse aussitôt de fonctionner, et vous vous abonnez de nouveau avec la nouvelle.",
    revoke: "Créer une nouvelle adresse",
    renewed: "L’ancienne adresse ne fonctionne plus. Voici la nouvelle.",
    notAll:
      "Vous avez plus de 5\u00a0000 réservations. Ce calendrier contient les premières\u00a0; les autres sont sur la page de vos réservations.",
  },
  tryAgain: "Réessayer",

  outcome: {
    cancelled: {
      title: "Votre réservation est annulée",
      text: "Tous ses billets le sont aussi. Vous n’avez plus rien à faire.",
    },
    left: {
      title: "Vous avez quitté la liste d’attente",
      text: "Vous n’avez plus rien à faire.",
    },
    "already-cancelled": {
      title: "Cette réservation était déjà annulée",
      text: "Elle l’a été auparavant, peut-être dans une autre fenêtre. Rien n’a changé à l’instant.",
    },
    refused: {
      title: "Cette réservation ne peut plus être annulée",
      text: "Rien n’a changé. Si vous ne pouvez pas venir, merci de prévenir l’accueil.",
    },
    unknown: {
      title: "Nous ne savons pas encore si elle est annulée",
      text: "Votre demande est partie, mais aucune réponse n’est revenue. Vous pouvez réessayer sans crainte\u00a0: elle ne sera pas annulée deux fois. Ou regardez vos réservations dans une minute.",
    },
  },
  serviceSays: "Le service de réservation répond (en anglais)\u00a0:",
  problem: {
    busy: {
      title: "Un instant, s’il vous plaît",
      text: "Beaucoup de personnes consultent leurs réservations en ce moment\u00a0; nous devons vous faire patienter un peu. Vos réservations ne risquent rien.",
    },
    unavailable: {
      title: "Impossible d’afficher vos réservations pour l’instant",
      text: "Le service de réservation ne répond pas. Vos réservations ne risquent rien\u00a0; nous ne pouvons simplement pas les lire.",
    },
    broken: {
      title: "Un problème est survenu de notre côté",
      text: "Réessayer n’y changera rien\u00a0; c’est à nous de réparer. Si c’est urgent, appelez-nous en donnant cette référence.",
    },
  },
  cancelProblem: {
    busy: {
      title: "Pas encore annulée\u00a0: un instant, s’il vous plaît",
      text: "Trop de demandes arrivent en ce moment et la vôtre n’a pas été traitée. Vous avez toujours votre réservation.",
    },
    unavailable: {
      title: "Impossible d’annuler votre réservation pour l’instant",
      text: "Le service de réservation ne répond pas comme il devrait. Vous pouvez réessayer sans crainte\u00a0: elle ne sera pas annulée deux fois.",
    },
    broken: {
      title: "Votre réservation n’a pas pu être annulée",
      text: "Un problème est survenu de notre côté, et réessayer n’y changera rien. Si c’est urgent, appelez-nous en donnant cette référence.",
    },
  },
  comeBackIn: (seconds) =>
    seconds < 60
      ? `Merci de réessayer dans ${count(seconds, "seconde")}.`
      : `Merci de réessayer dans ${count(Math.ceil(seconds / 60), "minute")}.`,
  comeBackSoon: "Merci de réessayer dans quelques minutes.",
  reference: "Référence\u00a0:",
  referenceNote: "Indiquez-nous cette référence si vous avez besoin d’aide.",

  notFound: {
    title: "Cette page n’existe pas",
    text: "L’adresse est peut-être mal saisie ou périmée.",
  },
  bookingNotFound: {
    title: "Nous ne trouvons pas cette réservation",
    text: "Elle ne figure pas parmi les vôtres. Le lien est peut-être périmé.",
  },
  staleForm: {
    title: "Ce formulaire n’est plus valable",
    text: "Par sécurité, rien n’a été fait. Revenez à vos réservations et recommencez.",
  },
  badRequest: {
    title: "Cela n’a pas fonctionné",
    text: "L’envoi est illisible. Merci de recommencer.",
  },
  home: "Aller à votre compte",

  selling: sellingInFrench,
};

function count(number: number, unit: string): string {
  return `${number} ${unit}${number < 2 ? "" : "s"}`;
}
