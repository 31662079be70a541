import { randomUUID } from "node:crypto";
import { call, type Answer, type Call } from "../../test/harness/call.ts";
import { query } from "../../test/harness/query.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  catalogue,
  fetchPath,
  ids,
  otherHost,
  otherWith,
  productionHost,
  tokenPath,
  uatHost,
} from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * The complete matrix: every account's token on every host, with every class of identifier of every account,
 * at every endpoint. A request for another account's data must get the answer for data that does not exist,
 * byte for byte, and must change nothing.
 */
export const isolation: Proof = {
  promises: ["P11"],
  what: "no account reaches another's data; foreign is answered as unknown is",
  goal: "the complete matrix, 0 differences",
  unit: "matrices",
  engines: ["sqlite", "postgres"],
  usual: 1,
  full: 1,
  shows: ["cells"],
  prove,
};

const places = [
  { host: productionHost, person: "acme-person", key: "pk_acme" },
  { host: uatHost, person: "uat-person", key: "pk_uat" },
  { host: otherHost, person: "other-person", key: "pk_other" },
] as const;
const hosts = [...places.map(({ host }) => host), "unknown.example", `${productionHost}:8443`];

async function prove({ tell }: ProofOrder): Promise<Proven> {
  const lines = places.map(({ person, key }) => booking(person, { interaction: key }));
  const twins = places.map(() => booking("twin", { booking: twin, interaction: "pk_twin" }));
  const makers = [acmeWith, acmeUatWith, otherWith];
  const accounts = makers.map((make, index) => {
    const { key = "" } = places[index] ?? {};
    const made = make([...lines.slice(index, index + 1), ...twins.slice(index, index + 1)]);
    const own = campaignOf({ key, id: interactionId(index), title: "D" });
    const shared = campaignOf({ key: "pk_twin", id: twin, title: titleOf(index) });
    return { ...made, data: [...own, ...shared, ...(made.data ?? [])] };
  });
  await using service = await startTestService(accounts, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_TOKENS_PER_MINUTE: "0",
    RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
  });
  const tokens = await Promise.all(places.map(({ host }) => service.token(host)));
  const credentials = await Promise.all(places.map(({ host }) => service.credential(host)));
  const figures = { cells: 0, differences: 0 };
  const breaches: string[] = [];
  const ask = (request: Call) =>
    call(service.api, { ...request, headers: { ...request.headers, "x-request-id": "isolation" } });
  const same = async (what: string, foreign: Call, unknown: Call) => {
    const [one, other] = [await ask(foreign), await ask(unknown)];
    figures.cells += 1;
    tell(0, `${figures.cells} cells`);
    if (bytesOf(one) === bytesOf(other)) return;
    figures.differences += 1;
    breaches.push(`${what}: ${bytesOf(one)} is not ${bytesOf(other)}`);
  };
  const demand = async (what: string, status: number, request: Call) => {
    const answer = await ask(request);
    figures.cells += 1;
    if (answer.status !== status) breaches.push(`${what}: ${answer.status}, not ${status}`);
  };

  for (const [from, { host: own, person: ownPerson }] of places.entries()) {
    const token = tokens[from] ?? "";
    for (const [to, { host: its, person, key }] of places.entries()) {
      const foreign = to !== from;
      const list = (query: string, host: string = own) => ({
        path: `${fetchPath}?${query}`,
        host,
        token,
      });
      const cancel = (id: string, host: string = own) => ({
        method: "POST",
        path: cancelPath,
        host,
        token,
        body: { booking: id },
      });
      const named = `${own} and what is ${its}'s`;
      if (foreign) {
        for (const filter of [
          "",
          "&booking_status=CONFIRMED",
          "&language=en",
          "&page_number=2",
          "&slot_date_range.from=2020-01-01T00:00:00Z",
        ]) {
          await same(
            `${named}: external_id${filter}`,
            list(`external_id=${person}${filter}`),
            list(`external_id=nobody${filter}`),
          );
        }
        await same(
          `${named}: public_keys`,
          list(`external_id=${ownPerson}&public_keys=${key}`),
          list(`external_id=${ownPerson}&public_keys=pk_none`),
        );
        await same(
          `${named}: interactions`,
          list(`external_id=${ownPerson}&interactions=interactions/${interactionId(to)}`),
          list(`external_id=${ownPerson}&interactions=interactions/${randomUUID()}`),
        );
        await same(`${named}: booking`, cancel(lines[to]?.booking ?? ""), cancel(randomUUID()));
        await same(
          `${named}: booking with a key`,
          { ...cancel(lines[to]?.booking ?? ""), headers: { "idempotency-key": "k" } },
          { ...cancel(randomUUID()), headers: { "idempotency-key": "k" } },
        );
        await same(
          `${named}: contacts/<uuid>`,
          list(`external_id=contacts/${contactId(service.databaseUrl, person)}`),
          list("external_id=nobody"),
        );
      } else {
        await demand(`${own} lists its own`, 200, list(`external_id=${person}`));
      }
      for (const host of hosts.filter((each) => foreign || !each.startsWith(own))) {
        if (host.startsWith(own)) continue;
        const invented = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
        await same(`${own}'s token on ${host}`, list(`external_id=${person}`, host), {
          ...list(`external_id=${person}`, host),
          token: invented,
        });
        await same(`${own}'s token cancels on ${host}`, cancel(lines[to]?.booking ?? "", host), {
          ...cancel(lines[to]?.booking ?? "", host),
          token: invented,
        });
        await demand(`${own}'s token on ${host}`, 401, list(`external_id=${person}`, host));
      }
      if (foreign) {
        const secret = credentials[from]!;
        const body = {
          client_id: secret.clientId,
          client_secret: secret.clientSecret,
          audience: secret.audience,
          grant_type: "client_credentials",
        };
        await same(
          `${own}'s credentials on ${its}`,
          { method: "POST", path: tokenPath, host: its, body },
          { method: "POST", path: tokenPath, host: its, body: { ...body, client_id: "nobody" } },
        );
        for (const header of ["x-forwarded-host", "forwarded", "x-original-host"]) {
          await same(
            `${own} says ${header}`,
            { ...list(`external_id=${person}`), headers: { [header]: its } },
            list("external_id=nobody"),
          );
        }
      }
    }
  }
  const changed = query(
    service.databaseUrl,
    "select id from booking where booking_status <> 'CONFIRMED'",
  );
  if (changed.length > 0) breaches.push(`${changed.length} bookings were changed`);
  for (const [cancelled, { host }] of places.entries()) {
    const token = tokens[cancelled] ?? "";
    await demand(`${host} cancels its twin`, 200, {
      method: "POST",
      path: cancelPath,
      host,
      token,
      body: { booking: twin },
    });
    for (const [index, place] of places.entries()) {
      const request = { path: `${fetchPath}?external_id=twin`, host: place.host };
      const { json } = await ask({ ...request, token: tokens[index] ?? "" });
      const shown = json.bookings?.map((record: any) => [
        record.activity.title,
        record.booking_status,
      ]);
      const expected = [[titleOf(index), index <= cancelled ? "CANCELLED" : "CONFIRMED"]];
      figures.cells += 1;
      if (JSON.stringify(shown) === JSON.stringify(expected)) continue;
      breaches.push(`${place.host}'s twin is shown as ${JSON.stringify(shown)}`);
    }
  }
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(service))] };
}

/** A booking's id, and its campaign's, that exist in every account, with equal names. */
const twin = "2f6c1d1e-6f0e-4b52-9a34-aaaaaaaaaaaa";
const titleOf = (index: number): string => `the twin of ${places[index]?.host}`;

function interactionId(index: number): string {
  return ids.summer.replace(/.$/, String(index + 5));
}

/** A campaign with one activity. */
function campaignOf({ key, id, title }: { key: string; id: string; title: string }): object[] {
  const fields = { interaction: key };
  return [
    ...catalogue.filter((line) => (line as { kind: string }).kind === "group"),
    {
      kind: "interaction",
      id,
      public_key: key,
      group: "acme-fr",
      timezone: "Europe/Paris",
      default_language: "fr",
      languages: ["fr"],
    },
    { kind: "activity", ...fields, id: "tasting", title: { fr: title } },
    {
      kind: "ticket_type",
      ...fields,
      activity: "tasting",
      id: "standard",
      display_name: "S",
      has_limited_capacity: true,
    },
  ];
}

function contactId(databaseUrl: string, person: string): string {
  return String(
    query(databaseUrl, `select id from contact where external_id = '${person}'`)[0]?.["id"],
  );
}

function bytesOf({ status, headers, text }: Answer): string {
  const { date: _, ...rest } = headers;
  return JSON.stringify([status, rest, text]);
}
