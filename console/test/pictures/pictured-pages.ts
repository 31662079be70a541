const at = "/at/acme/production";
const tasting = "interaction=pk_summer&activity=tasting";

export interface PicturedPage {
  readonly name: string;
  readonly path: string;
  readonly ready: string;
  /** An element that comes later than the text, such as a plot's canvas. */
  readonly drawn?: string;
}

/** Every page of the console, in a state that has something to show, and a text that is there then. */
export const picturedPages: readonly PicturedPage[] = [
  { name: "sign-in", path: "/sign-in", ready: "Operator key" },
  { name: "overview", path: "/", ready: "By endpoint", drawn: ".plot-place canvas" },
  { name: "accounts", path: "/accounts", ready: "acme/production" },
  { name: "requests", path: "/requests?id=req-1", ready: "It was answered 200" },
  { name: "audit", path: "/audit", ready: "catalogue changed" },
  { name: "sessions", path: "/sessions", ready: "this browser" },
  { name: "operators", path: "/operators", ready: "door-1" },
  { name: "account", path: `${at}/account`, ready: "api.acme.example" },
  { name: "credentials", path: `${at}/credentials`, ready: "bsc_shop" },
  { name: "campaigns", path: `${at}/campaigns`, ready: "pk_summer" },
  { name: "campaign", path: `${at}/campaigns/pk_summer`, ready: "Standard" },
  { name: "slots", path: `${at}/slots?${tasting}&weeks=2`, ready: "Times in" },
  {
    name: "slots-table",
    path: `${at}/slots?${tasting}&weeks=2&view=table`,
    ready: "3 tickets wait",
  },
  {
    name: "slot",
    path: `${at}/slot?${tasting}&at=2031-05-06T08%3A00%3A00Z`,
    ready: "Confirmed: ",
    drawn: ".arrivals-plot canvas",
  },
  { name: "report", path: `${at}/report`, ready: "Cancelled bookings", drawn: ".plot canvas" },
  { name: "changes", path: `${at}/changes`, ready: "Moved to another slot" },
  { name: "imports", path: `${at}/imports`, ready: "2 lines are bad" },
  { name: "webhooks", path: `${at}/webhooks`, ready: "Only those" },
  { name: "bookings", path: `${at}/bookings`, ready: "CUST-1041" },
  {
    name: "booking",
    path: `${at}/bookings/2f6c1d1e-6f0e-4b52-9a34-000000000001`,
    ready: "History",
  },
  {
    name: "contact",
    path: `${at}/contacts/2f6c1d1e-6f0e-4b52-9a34-0000000000c1`,
    ready: "CUST-1041",
  },
  { name: "desk", path: `${at}/desk?interaction=pk_summer&day=2031-05-05`, ready: "Ann Archer" },
];
