/** An operation of the operator API that the command line does not offer, and why it needs none. */
interface NoCommand {
  readonly none: string;
}

const ofSession = {
  none: "A session is a browser's; a command works on the database as the user who runs it.",
};
const ofThing = { none: "A command about one thing asks it where no account was named." };
const ofJob = { none: "An import on the command line is its own job and shows its progress." };

/** The command that does what an operation of the operator API does. */
export const commandsOfOperations: Readonly<Record<string, string | NoCommand>> = {
  signIn: ofSession,
  signInWithCode: ofSession,
  showSession: ofSession,
  signOut: ofSession,
  listSessions: ofSession,
  endSession: "session end",
  findAccountOfClient: ofThing,
  findAccountOfWebhook: ofThing,
  findAccountsOfBooking: ofThing,
  undoCheckIn: "check-in --undo",
  bookAs: "book --booking",
  putGroup: "import",
  listInteractions: "catalogue list",
  showInteraction: "catalogue show",
  putInteraction: "import",
  removeInteraction: "catalogue remove --with-everything-unbooked",
  listActivities: "catalogue list --interaction",
  showActivity: "catalogue show --interaction",
  putActivity: "import",
  removeActivity: "catalogue remove --with-everything-unbooked",
  listHosts: "catalogue list --activity",
  showHost: "catalogue show --activity",
  putHost: "import",
  removeHost: "catalogue remove --activity",
  listTicketTypes: "catalogue list --activity",
  showTicketType: "catalogue show --activity",
  putTicketType: "import",
  removeTicketType: "catalogue remove --activity",
  editCatalogue: "import",
  findContact: "find --external-id",
  exportContact: "contact export",
  eraseContact: "contact erase",
  showOverview: {
    none: "What the serving processes have counted is in their memory; /metrics shows it.",
  },
  startCsvImport: "import",
  showImportTemplate: "import --template",
  previewSpreadsheet: {
    none: "`import --map-template` guesses the columns, and `import --dry-run` reads all rows.",
  },
  showImport: ofJob,
  downloadSkippedLines: "import --skip-bad",
  verifyData: "verify",
  downloadReport: "report --csv",
  downloadBookings: "find --csv",
  downloadSlots: {
    none: "`slot list` shows the same figures, and with --csv what `slot csv` reads.",
  },
};
