import { Account } from "../../src/operations/access/accounts.ts";
import { Booking } from "../../src/operations/bookings/bookings.ts";
import { Explanation } from "../../src/operations/bookings/find-bookings.ts";
import { Arrivals, WaitlistEntry } from "../../src/operations/slots/find-slots.ts";
import { WritingHeaders } from "../../src/operations/machinery/fields.ts";
import { Contact, ContactExport } from "../../src/operations/contacts/contacts.ts";
import { Credential } from "../../src/operations/access/credential-shape.ts";
import { IssuedCredential } from "../../src/operations/access/issued-credentials.ts";
import {
  ImportCounts,
  ImportJobShape,
  ImportReport,
} from "../../src/operations/imports/import-job-shape.ts";
import { IssuedOperator, Operator } from "../../src/operations/access/operator-rights.ts";
import { Overview } from "../../src/operator/api/overview.ts";
import { Problem, problems, type ProblemName } from "../../src/operations/machinery/problems.ts";
import { AuditEvent } from "../../src/operations/records.ts";
import type { Operation } from "../../src/operations/machinery/operation.ts";
import { routes } from "../../src/operator/api/serving/routes.ts";
import { SessionShape } from "../../src/operator/api/session/session-routes.ts";
import { sessionBeginnings, SignedInByCode } from "../../src/operator/api/session/sign-in.ts";
import { AddedSlots } from "../../src/operations/slots/added-slots.ts";
import { Slot } from "../../src/operations/slots/slots.ts";
import { schemaObjects } from "./schemas.ts";

type Described = Omit<Operation, "run">;

/** The refusals that any operation may have. */
const everywhere: readonly ProblemName[] = ["malformed", "unavailable"];
const withCaller: readonly ProblemName[] = [
  "key-missing",
  "key-refused",
  "too-many-attempts",
  "forged",
];

/** The named schemas of the document, which every other place refers to. */
const { expand, schemaObject, namedSchemas } = schemaObjects({
  Problem,
  Account,
  Credential,
  IssuedCredential,
  Booking,
  Explanation,
  Slot,
  WaitlistEntry,
  Arrivals,
  AddedSlots,
  ImportCounts,
  ImportReport,
  ImportJob: ImportJobShape,
  Contact,
  ContactExport,
  AuditEvent,
  Overview,
  Operator,
  IssuedOperator,
  Session: SessionShape,
  SignedInByCode,
});

/** The OpenAPI document of the operator API, generated from its routes. */
export function operatorApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  const all: readonly Described[] = [...sessionBeginnings, ...routes];
  for (const each of all) {
    const path = `/operator/v1${each.path}`;
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operationObject(each) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Booking Service: operator API",
      version: "1.0.0",
      summary: "For programs of operators: everything that the console and the command line do.",
      description:
        "The operator's listener serves these calls. Every call carries an operator's key, " +
        "`Authorization: Bearer KEY`, or the cookie of a session; a change in a session carries its token " +
        "in `X-CSRF-Token` as well. An account that is not the operator's is answered like one that does " +
        "not exist. Errors are problem+json (RFC 9457); every answer has an `X-Request-Id`.",
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [
      {
        url: "{origin}",
        description: "The operator's listener.",
        variables: { origin: { default: "http://127.0.0.1:8081" } },
      },
    ],
    tags: [...new Set(all.map(({ tag }) => tag))].map((name) => ({
      name,
      description: `${name}.`,
    })),
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An operator's key." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "booking_session",
          description: "What signing in sets.",
        },
      },
      schemas: namedSchemas(),
    },
  };
}

function operationObject(route: Described): object {
  const isSignIn = sessionBeginnings.some(({ name }) => name === route.name);
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, whoMay(route, isSignIn)].filter(Boolean).join("\n\n"),
    security: isSignIn ? [] : [{ key: [] }, { session: [] }],
    parameters: [
      ...parametersOf("path", route.params),
      ...parametersOf("query", route.query),
      ...(route.conditional === true ? conditions : []),
      ...(route.writes && !isSignIn ? parametersOf("header", WritingHeaders) : []),
    ],
    ...(route.body !== null && {
      requestBody: {
        required: isSignIn || route.body.type !== "application/json",
        content: {
          [route.body.type]: {
            schema:
              route.body.type === "application/json"
                ? schemaObject(route.body.schema)
                : { type: "string" },
          },
        },
      },
    }),
    responses: { ...answersOf(route), ...refusalsOf(route, isSignIn) },
  };
}

function whoMay({ scope, alsoFor = [], role, appliesTo }: Described, isSignIn: boolean): string {
  if (isSignIn) return "Whoever knows it.";
  const roles = {
    viewer: "Any operator",
    staff: "Staff, agents and admins",
    agent: "Agents and admins",
    admin: "Admins",
  }[role];
  const limits =
    appliesTo === "installation" || appliesTo === "grantable-operators" ? " of all accounts" : "";
  const scopes = [scope, ...alsoFor].map((each) => `\`${each}\``).join(" or ");
  return `${roles}${limits}${scope === "any" ? "" : `; a key with the scope ${scopes}`}.`;
}

/** The refusals of what may come again under an idempotency key. */
function ofKeys({ again, answers }: Described): ProblemName[] {
  const isEmpty = Object.values(answers).every((schema) => schema === null);
  const own = again === "secret" ? ["secret-shown-once" as const] : [];
  const kept = again === undefined && !isEmpty ? ["answer-not-kept" as const] : [];
  return ["idempotency-key-reused", ...own, ...kept];
}

const conditions = [
  ["If-Match", "The ETag that was read: 412 when something else stands there by now."],
  ["If-None-Match", "`*` for something new."],
].map(([name, description]) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
}));

function parametersOf(
  place: "path" | "query" | "header",
  { properties, required }: Operation["params"],
) {
  return Object.entries(properties).map(([name, schema]) => {
    const { description = name, ...rest } = expand(schema) as { readonly description?: string };
    const isRequired = place === "path" || ((required ?? []) as readonly string[]).includes(name);
    return { name, in: place, required: isRequired, description, schema: rest };
  });
}

const json = "application/json";

function answersOf({ answers, conditional, method, download = [json] }: Described): object {
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => [
      status,
      {
        description: schema === null ? "Done." : "Done; this is what there is now.",
        headers: {
          "X-Request-Id": { description: "Identifies the request.", schema: { type: "string" } },
          ...((conditional === true || method === "GET") && {
            ETag: { description: "Where it can be changed.", schema: { type: "string" } },
          }),
        },
        ...(schema !== null && {
          content: Object.fromEntries(
            download.map((type) => [type, { schema: schemaObject(schema) }]),
          ),
        }),
      },
    ]),
  );
}

function refusalsOf(route: Described, isSignIn: boolean): object {
  const names = [
    ...everywhere,
    ...(isSignIn ? (["too-many-attempts", "forged"] as const) : withCaller),
    ...(route.role === "viewer" ? [] : (["role-too-low"] as const)),
    ...(route.scope === "any" ? [] : (["scope-missing"] as const)),
    ...(/^(installation|grantable-operators)$/.test(route.appliesTo)
      ? (["not-for-all-accounts"] as const)
      : []),
    ...(/^(campaigns|visible-accounts)$/.test(route.appliesTo)
      ? []
      : (["not-for-all-campaigns"] as const)),
    ...(route.appliesTo === "campaign" ? (["not-in-catalogue"] as const) : []),
    ...(route.path.includes("{tenant}") ? (["unknown-account"] as const) : []),
    ...(route.body === null ? [] : (["media-type", "body-too-large", "request-too-slow"] as const)),
    ...(route.writes && !isSignIn ? ofKeys(route) : []),
    ...(route.writes && route.path.includes("{tenant}") && route.onDeleted !== true
      ? (["account-being-deleted"] as const)
      : []),
    ...route.refusals,
  ];
  const byStatus = Map.groupBy(new Set(names), (name) => problems[name].status);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in route.answers))
      .map(([status, those]) => [
        status,
        {
          description: those.map((name) => `- \`${name}\``).join("\n"),
          content: {
            "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
          },
        },
      ]),
  );
}
