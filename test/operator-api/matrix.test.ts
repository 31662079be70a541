import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { routes } from "../../src/operator/api/serving/routes.ts";
import { cancelRecord } from "../harness/cancel-record.ts";
import { openDesk, type Desk } from "../harness/operator-api.ts";
import { catalogue } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";

/**
 * Who may do what: every operation, every role, with accounts of one's own, somebody else's and none
 * such. The rows are written here a second time, on purpose: a new operation without a row fails, and so
 * does one whose role was changed by mistake.
 */
type Least = "viewer" | "staff" | "agent" | "admin" | "admin of all accounts";

const rows: Readonly<Record<string, Least>> = {
  showSession: "viewer",
  signOut: "viewer",
  listSessions: "viewer",
  listSessionsOfAll: "admin of all accounts",
  endSession: "viewer",
  endSessions: "admin of all accounts",
  listAccounts: "viewer",
  createAccount: "admin of all accounts",
  showAccount: "viewer",
  addApiHost: "admin of all accounts",
  removeApiHost: "admin of all accounts",
  closeAccount: "admin of all accounts",
  deleteAccount: "admin of all accounts",
  enableEndpoint: "admin",
  disableEndpoint: "admin",
  listCredentials: "viewer",
  createCredential: "admin",
  rotateCredential: "admin",
  revokeCredential: "admin",
  labelCredential: "admin",
  findAccountOfClient: "viewer",
  findBookings: "viewer",
  downloadBookings: "viewer",
  book: "agent",
  bookAs: "agent",
  showBooking: "viewer",
  explainBooking: "viewer",
  cancelBooking: "agent",
  checkIn: "staff",
  undoCheckIn: "staff",
  changeBooking: "staff",
  promoteBooking: "agent",
  acceptOffer: "agent",
  listOffers: "agent",
  listCancellations: "agent",
  promoteWaitlist: "agent",
  showReport: "viewer",
  downloadReport: "viewer",
  listSlots: "viewer",
  downloadSlots: "viewer",
  addSlots: "admin",
  addSlotsByPattern: "admin",
  showSlot: "viewer",
  showWaitlist: "viewer",
  showArrivals: "viewer",
  changeSlotCapacity: "admin",
  changeSlotLengths: "admin",
  closeSlot: "admin",
  changeSlot: "admin",
  moveBooking: "agent",
  makeHold: "agent",
  listHolds: "viewer",
  showHold: "viewer",
  extendHold: "agent",
  releaseHold: "agent",
  removeSlot: "admin",
  importSlots: "admin",
  listGroups: "viewer",
  showGroup: "viewer",
  putGroup: "admin",
  removeGroup: "admin",
  listInteractions: "viewer",
  showInteraction: "viewer",
  putInteraction: "admin",
  removeInteraction: "admin",
  listActivities: "viewer",
  showActivity: "viewer",
  putActivity: "admin",
  removeActivity: "admin",
  listHosts: "viewer",
  showHost: "viewer",
  putHost: "admin",
  removeHost: "admin",
  listTicketTypes: "viewer",
  showTicketType: "viewer",
  putTicketType: "admin",
  removeTicketType: "admin",
  editCatalogue: "admin",
  findContact: "viewer",
  exportContactLines: "viewer",
  findAccountsOfBooking: "viewer",
  whoAmI: "viewer",
  showImportTemplate: "viewer",
  exportContact: "viewer",
  eraseContact: "admin",
  eraseExternalId: "admin",
  mergeContact: "admin",
  listChanges: "viewer",
  listWebhooks: "admin",
  createWebhook: "admin",
  showWebhook: "admin",
  pauseWebhook: "admin",
  resumeWebhook: "admin",
  rotateWebhook: "admin",
  removeWebhook: "admin",
  findAccountOfWebhook: "admin",
  testWebhook: "admin",
  listWebhookDeliveries: "admin",
  replayWebhook: "admin",
  giveUpWebhookDelivery: "admin",
  traceRequest: "viewer",
  listAuditEvents: "viewer",
  startImport: "admin",
  startCsvImport: "admin",
  previewSpreadsheet: "admin",
  listImports: "viewer",
  showImport: "viewer",
  downloadSkippedLines: "admin",
  exportData: "admin",
  verifyData: "admin",
  verifyInstallation: "admin of all accounts",
  showOverview: "viewer",
  listOperators: "admin of all accounts",
  createOperator: "admin of all accounts",
  changeOperator: "admin of all accounts",
  revokeOperator: "admin of all accounts",
};

const desks = [
  "viewer",
  "staff",
  "agent",
  "admin",
  "viewer of all accounts",
  "staff of all accounts",
  "agent of all accounts",
  "admin of all accounts",
] as const;
type DeskName = (typeof desks)[number];

const other = { tenant: "other", environment: "production" } as const;

let service: TestService;
const opened = new Map<DeskName, Desk>();
before(async () => {
  service = await startTestService([
    { name: acme, hosts: ["api.acme.example"], data: catalogue },
    { name: other, hosts: ["api.other.example"], data: catalogue },
  ]);
  for (const name of desks) {
    const [role] = name.split(" ") as ["viewer" | "staff" | "agent" | "admin"];
    const all = name.endsWith("all accounts");
    opened.set(name, await openDesk(service, role, all ? null : [acme]));
  }
});
after(() => service[Symbol.asyncDispose]());

/** Each is well-formed and names nothing that exists, so that being allowed changes little. */
function requestOf(operation: string, account: string) {
  const route = routes.find((each) => each.name === operation) ?? assert.fail(operation);
  const values: Readonly<Record<string, string>> = {
    tenant: account.split("/")[0] ?? "",
    environment: account.split("/")[1] ?? "",
    endpoint: "interactions:fetchContactBookings",
    starting_at: "2031-05-01T08:00:00Z",
    booking: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c99",
    contact: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c98",
    import: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c97",
  };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "nothing");
  const query = operation === "findContact" ? "?external_id=nobody" : "";
  return { method: route.method, path: path + query };
}

function mayRole(desk: DeskName, least: Least): "yes" | "role-too-low" | "not-for-all-accounts" {
  const order = ["viewer", "staff", "agent", "admin"];
  const role = desk.split(" ")[0] ?? "";
  const needs = least.split(" ")[0] ?? "";
  if (order.indexOf(role) < order.indexOf(needs)) return "role-too-low";
  const needsAll = least.endsWith("all accounts");
  return needsAll && !desk.endsWith("all accounts") ? "not-for-all-accounts" : "yes";
}

function nameOf(answer: { readonly json: any }): string {
  return String(answer.json?.type ?? "").replace("urn:booking-service:problem:", "");
}

describe("P28 who may do what", () => {
  test("is written down for every operation", () => {
    const operations = routes.map(({ name }) => name);
    assert.deepEqual(Object.keys(rows).toSorted(), operations.toSorted());
  });

  for (const [operation, least] of Object.entries(rows)) {
    test(`${operation}: ${least}`, async () => {
      const isOfAccount = requestOf(operation, "x/y").path.startsWith("/accounts/x/y");
      for (const desk of desks) {
        const each = opened.get(desk) ?? assert.fail();
        const may = mayRole(desk, least);
        for (const account of ["acme/production", "other/production", "nobody/production"]) {
          const { method, path } = requestOf(operation, account);
          const answer = await each.ask(method, path);
          const what = `${desk}, ${account}: ${answer.status} ${answer.text}`;
          if (may !== "yes") {
            assert.equal(answer.status, 403, what);
            assert.equal(nameOf(answer), may, what);
            continue;
          }
          assert.ok(![401, 403, 500, 503].includes(answer.status), what);
          const sees =
            account === "acme/production" ||
            (account === "other/production" && desk.endsWith("all accounts"));
          if (isOfAccount) assert.equal(nameOf(answer) === "unknown-account", !sees, what);
        }
      }
    });
  }

  test("somebody else's account is answered byte for byte as one that does not exist", async () => {
    for (const operation of Object.keys(rows)) {
      if (!requestOf(operation, "x/y").path.startsWith("/accounts/x/y")) continue;
      const each = opened.get("admin") ?? assert.fail();
      const [foreign, unknown] = await Promise.all(
        ["other/production", "nobody/production"].map(async (account) => {
          const { method, path } = requestOf(operation, account);
          const { status, headers, text } = await each.ask(method, path, undefined, {
            "x-request-id": "same",
          });
          const { date: _date, ...rest } = headers;
          return { status, headers: rest, text };
        }),
      );
      assert.deepEqual(foreign, unknown, operation);
    }
  });
});

describe("P28 an operator of one account", () => {
  test("sees nothing of another in lists, traces, the audit log and by ids", async () => {
    const admin = opened.get("admin of all accounts") ?? assert.fail();
    const viewer = opened.get("viewer") ?? assert.fail();
    const made = await admin.ask("POST", "/accounts/other/production/credentials", {});
    assert.equal(made.status, 201, made.text);
    const [accounts, audit] = [
      await viewer.ask("GET", "/accounts"),
      await viewer.ask("GET", "/audit-events"),
    ];
    assert.deepEqual(
      accounts.json.items.map(({ account }: { account: string }) => account),
      ["acme/production"],
    );
    for (const { account } of audit.json.items) assert.equal(account, "acme/production");
    const [foreign, unknown] = await Promise.all(
      ["other/production", "nobody/production"].map((account) =>
        viewer.ask("GET", `/audit-events?account=${account}`, undefined, {
          "x-request-id": "same",
        }),
      ),
    );
    assert.equal(foreign?.status, 404);
    assert.equal(foreign?.text, unknown?.text);

    const own = opened.get("admin") ?? assert.fail();
    const clientOf = (id: string) =>
      own.ask("POST", `/accounts/acme/production/credentials/${id}/revoke`, undefined, {
        "x-request-id": "same",
      });
    const theirs = await clientOf(made.json.client_id);
    assert.equal(theirs.status, 404);
    assert.equal(theirs.text, (await clientOf("bsc_nobody")).text);
    const otherId = (await service.store.accounts.identify(other)) ?? assert.fail();
    const record = { ...cancelRecord(otherId, "theirs"), id: "record" };
    await service.store.requestRecords.save([record]);
    const trace = (id: string) =>
      own.ask("GET", `/requests/${id}`, undefined, { "x-request-id": "same" });
    assert.equal((await trace("theirs")).text, (await trace("nobodys")).text);
    assert.equal((await admin.ask("GET", "/requests/theirs")).status, 200);
    const listed = await admin.ask("GET", "/accounts/other/production/credentials");
    assert.equal(listed.json.items[0].revoked_at, null);
  });
});
