// Written by `UPDATE=1 npm test -- test/help.test.ts`, so that `booking --help` loads no command.

/** What `booking --help` shows of each command. */
export const commandIndex: readonly Indexed[] = [
  {
    group: "The service and its database:",
    term: "serve [options]",
    about: "Run the service; missing migrations are applied first.",
  },
  {
    group: "The service and its database:",
    term: "migrate [options]",
    about: "Apply missing migrations; a schema that this version cannot work with is refused.",
  },
  {
    group: "The service and its database:",
    term: "config [options]",
    about: "Print the effective settings, and where each comes from.",
  },
  {
    group: "The service and its database:",
    term: "doctor [options]",
    about:
      "Check settings, database, durability, schema, rights, connections, clock, disk, ports and open files.",
  },
  {
    group: "The service and its database:",
    term: "ready [options]",
    about: "Ask the service that runs on this machine whether it is ready.",
  },
  {
    group: "An account's data:",
    term: "retention [options] <account>",
    about: "Erase the identity of contacts whose last slot started too many days ago.",
  },
  {
    group: "The service and its database:",
    term: "backup [options] <file>",
    about: "Copy the whole database into a file, while servers run on it.",
  },
  {
    group: "The service and its database:",
    term: "restore [options] <file>",
    about: "Replace the database by a backup; no server may run on it.",
  },
  {
    group: "The service and its database:",
    term: "copy [options]",
    about: "Move a whole installation into another, empty database, of either engine.",
  },
  {
    group: "Accounts, clients and operators:",
    term: "account",
    about: "Accounts: one tenant in one environment, with its API hosts and enabled endpoints.",
  },
  {
    group: "Accounts, clients and operators:",
    term: "credential",
    about:
      "Credentials: clients of an account and their secrets. A secret is shown once, when it is made.",
  },
  {
    group: "Bookings:",
    term: "find [options] [account]",
    about: "Find bookings of an account by who, where, when and status.",
  },
  {
    group: "Bookings:",
    term: "show [options] <booking>",
    about: "Show a booking with its tickets, attendees and history.",
  },
  {
    group: "Bookings:",
    term: "explain [options] <booking>",
    about: "Explain rule by rule whether a booking can be cancelled, and why it still waits.",
  },
  {
    group: "Bookings:",
    term: "cancel [options] <booking>",
    about: "Cancel a booking, or one of its tickets.",
  },
  {
    group: "Bookings:",
    term: "check-in [options] <booking>",
    about: "Check in the attendees of a booking; doing it again is harmless.",
  },
  {
    group: "Bookings:",
    term: "change [options] <booking>",
    about: "Put names right, give a booking to another contact, change the shop's own data.",
  },
  {
    group: "What can be booked, and by whom:",
    term: "waitlist",
    about: "Waitlists: who waits for a seat, and gets one that is free.",
  },
  {
    group: "Bookings:",
    term: "promote [options] <booking>",
    about: "Confirm the first booking of a slot's waitlist.",
  },
  {
    group: "Bookings:",
    term: "accept [options] <booking>",
    about: "Confirm a waiting booking with the seats that are kept for it.",
  },
  {
    group: "Bookings:",
    term: "offer",
    about: "Offers: seats that are kept for the first in line, who accepts.",
  },
  {
    group: "Bookings:",
    term: "cancellation",
    about: "Cancellations: what the house cancelled of a contact, and why.",
  },
  {
    group: "Bookings:",
    term: "book [options] <account>",
    about: "Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.",
  },
  {
    group: "Bookings:",
    term: "move [options] <booking>",
    about: "Move a booking to another slot of its campaign.",
  },
  {
    group: "Bookings:",
    term: "hold [options] <account>",
    about: "Keep seats for a while, under an id of the caller's choice.",
  },
  {
    group: "What can be booked, and by whom:",
    term: "slot",
    about: "Slots: when something can be booked, and how many seats there are.",
  },
  {
    group: "What can be booked, and by whom:",
    term: "catalogue",
    about:
      "The catalogue: groups, campaigns, activities, hosts and ticket types. `booking import` makes and changes them.",
  },
  {
    group: "What can be booked, and by whom:",
    term: "contact",
    about: "Contacts: export or erase one person's data.",
  },
  {
    group: "Accounts, clients and operators:",
    term: "trace <request_id>",
    about: "Show what happened to a request: a cancel, or a refused call with a valid token.",
  },
  {
    group: "Accounts, clients and operators:",
    term: "audit [options] [account]",
    about: "Show what operators did, newest first.",
  },
  {
    group: "Accounts, clients and operators:",
    term: "operator",
    about: "Operators: people and programs that may use the operator API and the console.",
  },
  {
    group: "Accounts, clients and operators:",
    term: "whoami",
    about: "Show as whom commands run: of a key with --server, else of the command line.",
  },
  {
    group: "Accounts, clients and operators:",
    term: "session",
    about: "Sessions: browsers that have signed in to the console.",
  },
  {
    group: "An account's data:",
    term: "changes [options] <account>",
    about: "Print what happened to an account's bookings, one JSON object a line.",
  },
  {
    group: "An account's data:",
    term: "webhook",
    about: "Webhooks: post an account's changes to another system, signed and in order.",
  },
  {
    group: "An account's data:",
    term: "import [options] <account> <file>",
    about: "Read a data file into an account; a bad line refuses the whole file.",
  },
  {
    group: "An account's data:",
    term: "export <account>",
    about: "Write an account's data as a data file, which `booking import` reads.",
  },
  {
    group: "An account's data:",
    term: "verify [account]",
    about: "Check the data against its laws (seats, histories, waitlists); each breach is printed.",
  },
  {
    group: "An account's data:",
    term: "report [options] <account>",
    about: "What became of the bookings: seats, check-ins, no-shows, by day, slot or place.",
  },
  {
    group: "To try it:",
    term: "demo [options]",
    about: "Make the account demo/development with bookings to try, and print the first calls.",
  },
  {
    group: "To try it:",
    term: "sandbox [options]",
    about: "Run the service in memory, with bookings to try and faults on demand.",
  },
  {
    group: "The command line itself:",
    term: "completion <shell>",
    about: "Print a script that completes commands and flags in a shell.",
  },
];

interface Indexed {
  readonly group: string;
  /** Its name, and what follows it. */
  readonly term: string;
  readonly about: string;
}
