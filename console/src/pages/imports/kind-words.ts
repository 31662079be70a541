/** What a data file's kinds of lines are called, in their order. */
export const kindWords: Readonly<Record<string, string>> = {
  group: "Groups",
  interaction: "Campaigns",
  activity: "Activities",
  host: "Hosts",
  ticket_type: "Ticket types",
  slot: "Slots",
  booking: "Bookings",
};
