/** What the commands of each noun are about. */
export const nouns: Readonly<Record<string, string>> = {
  account: "Accounts: one tenant in one environment, with its API hosts and enabled endpoints.",
  credential:
    "Credentials: clients of an account and their secrets. A secret is shown once, when it is made.",
  catalogue:
    "The catalogue: groups, campaigns, activities, hosts and ticket types. `booking import` makes " +
    "and changes them.",
  contact: "Contacts: export or erase one person's data.",
  host: "API hosts of an account.",
  slot: "Slots: when something can be booked, and how many seats there are.",
  cancellation: "Cancellations: what the house cancelled of a contact, and why.",
  offer: "Offers: seats that are kept for the first in line, who accepts.",
  waitlist: "Waitlists: who waits for a seat, and gets one that is free.",
  webhook: "Webhooks: post an account's changes to another system, signed and in order.",
  operator: "Operators: people and programs that may use the operator API and the console.",
  session: "Sessions: browsers that have signed in to the console.",
};
