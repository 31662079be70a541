import { Type } from "typebox";
import { formatInstant } from "../../domain/instant.ts";
import type { AuditContext, Session } from "../../store/doors/access.ts";
import type { Store } from "../../store/store.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { listOf, text, time, Uuid } from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { operationsOf } from "../machinery/operations-of.ts";
import { formatTable } from "../machinery/table.ts";

const SessionInList = Type.Object({
  session: Uuid,
  begun_at: time("When it began."),
  ends_at: time("When it ends at the latest; two hours without a request end it too."),
  current: Type.Boolean({ description: "Whether this request came in it." }),
});

const SessionOfOperator = Type.Object({
  ...SessionInList.properties,
  operator: Type.String({ description: "The name of the operator." }),
});

/** The session that a request came in; none on the command line, and none with a key. */
interface InSession {
  readonly session?: Pick<Session, "id"> | null;
}

const operation = operationsOf<unknown, InSession>({
  tag: "Session",
  below: "/session",
  appliesTo: "visible-accounts",
});

const endSession = operation(
  {
    name: "endSession",
    method: "DELETE",
    path: "/all/{session}",
    scope: "any",
    summary: "End one of the operator's own sessions; admins of all accounts end anybody's.",
    params: { session: Uuid },
    answers: { 204: null },
    refusals: ["unknown-session"],
  },
  async ({ store }, { operator, params, audit }) => {
    const mayAny =
      operator.scopes.includes("operators") &&
      operator.accounts === null &&
      operator.interactions === null;
    const among = await store.sessions.list(audit.now, mayAny ? undefined : operator.id);
    const found = among.find(({ id }) => id === params.session);
    if (found === undefined) return { refused: { why: "unknown-session" } };
    await endOne(store, audit, found, await readHolders(store));
    return { status: 204, body: null };
  },
);

const endSessions: Operation<{ readonly ended: number }> = operation(
  {
    name: "endSessions",
    method: "DELETE",
    path: "/everybody",
    appliesTo: "installation",
    scope: "operators",
    summary: "End the sessions of all operators, or of one; the one that asks goes on.",
    query: Type.Object({ operator: Type.Optional(text(256, "Only this operator's, by name.")) }),
    answers: { 200: Type.Object({ ended: Type.Integer({ description: "How many." }) }) },
    command: {
      words: "session end",
      about: "End one session, those of one operator, or all.",
      positional: ["session"],
      more: {
        session: Type.Optional(Type.String()),
        all: Type.Boolean({ description: "Those of all operators." }),
      },
      typed: {
        session: { about: "as `session list` shows it" },
        operator: { shown: "name", about: "all of this operator" },
      },
      send: ({ all, ...values }) => {
        const chosen = [all === true, values["session"], values["operator"]];
        if (chosen.filter((each) => each !== undefined && each !== false).length === 1) {
          return values;
        }
        throw new WrongUsage("Say which: a session, --operator NAME, or --all.");
      },
      act: async (ask, values) => {
        if (values["session"] === undefined) return ask(endSessions, values);
        await ask(endSession, values);
        return { ended: 1 };
      },
      example: "--operator oidc:jo@acme.example",
      print: ({ ended }) => `Ended: ${ended}`,
    },
  },
  async ({ store }, { query, session: current, audit }) => {
    const holderName = await readHolders(store);
    const all = await store.sessions.list(audit.now);
    const ending = all.filter(
      (each) =>
        each.id !== current?.id &&
        (query.operator === undefined || holderName(each) === query.operator),
    );
    for (const each of ending) await endOne(store, audit, each, holderName);
    return { body: { ended: ending.length } };
  },
);

/** Browsers that signed in, and their ends. Signing in and out stands with the listener. */
export const sessionOperations: readonly Operation[] = [
  operation(
    {
      name: "listSessions",
      method: "GET",
      path: "/all",
      scope: "any",
      summary: "The operator's own sessions, latest first.",
      answers: { 200: listOf(SessionInList) },
    },
    async ({ store }, { operator, session: current, audit }) => {
      const own = await store.sessions.list(audit.now, operator.id);
      return { body: { items: own.map((session) => inList(session, current)) } };
    },
  ),
  operation(
    {
      name: "listSessionsOfAll",
      method: "GET",
      path: "/everybody",
      appliesTo: "installation",
      scope: "operators",
      summary: "The sessions of all operators, latest first.",
      answers: { 200: listOf(SessionOfOperator) },
      command: {
        words: "session list",
        about: "Show who is signed in to the console, latest first.",
        omits: ["current"],
        example: "--json",
        print: (sessions, width) =>
          formatTable(
            ["session", "operator", "signed in", "ends at the latest"],
            sessions.map((each) => [each.session, each.operator, each.begun_at, each.ends_at]),
            width,
          ),
      },
    },
    async ({ store }, { session: current, audit }) => {
      const holderName = await readHolders(store);
      const all = await store.sessions.list(audit.now);
      const items = all.map((session) => ({
        ...inList(session, current),
        operator: holderName(session),
      }));
      return { body: { items } };
    },
  ),
  endSession,
  endSessions,
];

async function endOne(
  { sessions, operators }: Pick<Store, "sessions" | "operators">,
  audit: AuditContext,
  session: Session,
  holderName: (session: Session) => string,
): Promise<void> {
  // The note comes first, because what the session began looks for it when the session is gone.
  await operators.noteSessionEnd(audit, {
    operator: holderName(session),
    session: session.id,
    signedOut: false,
  });
  await sessions.end(session);
}

/** Returns the function that names the operator of a session. */
async function readHolders({ operators }: Pick<Store, "operators">) {
  const names = new Map((await operators.list()).map(({ id, name }) => [id, name]));
  return ({ holder }: Session): string =>
    "person" in holder ? holder.person.name : (names.get(holder.operatorId) ?? "");
}

function inList(session: Session, current: Pick<Session, "id"> | null = null) {
  return {
    session: session.id,
    begun_at: formatInstant(session.begunAt),
    ends_at: formatInstant(session.endsAt),
    current: session.id === current?.id,
  };
}
