import { randomBytes } from "node:crypto";
import { Command } from "commander";
import type { RunningService } from "../../src/service/start-service.ts";
import { whyTaken } from "../../src/service/listening.ts";
import type { Settings } from "../../src/service/settings.ts";
import type { Account } from "../../src/store/doors/access.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { formatAccountName } from "../../src/domain/account.ts";
import { demoAccount } from "../../src/domain/demo-account.ts";
import { createDemo } from "./create-demo.ts";
import { demoContacts, spareContact } from "./demo-data.ts";
import { demoDatabaseUrl, isPlaced, otherAccountsText, placeText } from "./demo-database.ts";
import { keyOfPage } from "./demo-keys.ts";
import { freshenDemo } from "./freshen-demo.ts";
import { prepareFirstCalls, type FirstCalls } from "./prepare-first-calls.ts";
import type { TokenIssuing } from "../../src/usecases/issue-token.ts";
import { VerifiedTokens } from "../../src/usecases/authenticate.ts";
import { accountToJson } from "../../src/operations/access/accounts.ts";
import { startAccountPage } from "./account-page.ts";
import { CommandFailed, type CommandContext } from "../../src/cli/command-context.ts";
import { WrongUsage } from "../../src/operations/machinery/arguments.ts";
import { startDemoTraffic } from "./demo-traffic.ts";
import { firstCallsText, curlLines } from "./first-calls.ts";
import { orFail } from "../../src/cli/or-fail.ts";
import { demoText, firstRunText, start, untilStopped } from "../../src/cli/serve.ts";

const firstContact = "CUST-1001";

export function demoCommand(context: CommandContext): Command {
  return new Command("demo")
    .description(
      "Make the account demo/development with bookings to try, and print the first calls.",
    )
    .option(
      "--serve",
      `then run the service, by default on ${demoDatabaseUrl}; where other accounts exist, only run it`,
    )
    .option(
      "--account-page",
      "with --serve: beside it, the page on which a customer books and cancels",
    )
    .option("--traffic", "with --serve: some requests a second, so that the console has plots")
    .option("--no-traffic", "without them, also where the flag stands before")
    .addHelpText("after", "\nExample:\n  booking demo --serve --account-page --traffic")
    .action(async ({ serve = false, ...beside }: Beside & { serve?: boolean }) => {
      if (beside.accountPage && !serve) {
        throw new WrongUsage("--account-page goes with --serve: the page needs a running service.");
      }
      if (beside.traffic && !serve) {
        throw new WrongUsage("--traffic goes with --serve: the requests need a running service.");
      }
      if (!serve) await printDemo(context, context.readSettings());
      else if (isPlaced(context)) await serveDemo(context, context.readSettings(), beside);
      else await serveDemo(context, settingsOfDemo(context), beside);
    });
}

/** A demo that is served has a database of its own, where nothing names one. */
function settingsOfDemo(context: CommandContext): Settings {
  return context.readSettings((environment) => ({ ...environment, DATABASE_URL: demoDatabaseUrl }));
}

/** The programs that run beside the service. */
interface Beside {
  readonly accountPage?: boolean;
  readonly traffic?: boolean;
}

async function printDemo(context: CommandContext, settings: Settings): Promise<void> {
  await withMigratedStore(context, settings, async (store) => {
    const account = orFail(await createDemo(store, context.audit()));
    context.say(placeText(settings.databaseUrl));
    // A demo that is served meanwhile goes on with its secret.
    const calls = await prepare(context, settings, store, account, 86_400_000);
    const baseUrl = `http://localhost:${settings.port}`;
    context.print(
      {
        ...accountToJson(await store.accounts.withCounts(account)),
        credential: {
          client_id: calls.credential.clientId,
          client_secret: calls.credential.clientSecret,
          audience: calls.credential.audience,
          account: calls.credential.account,
        },
        external_ids: demoContacts.map(({ externalId, shows }) => ({
          external_id: externalId,
          shows,
        })),
        curl: curlLines(baseUrl, calls),
      },
      firstCallsText(baseUrl, calls, demoContacts, process.stdout),
    );
  });
}

async function serveDemo(
  context: CommandContext,
  settings: Settings,
  beside: Beside,
): Promise<void> {
  await refuseTakenPorts(settings, beside);
  const calls = await withMigratedStore(context, settings, async (store) => {
    const accounts = await store.accounts.list();
    const others = accounts.filter(({ name }) => name.tenant !== demoAccount.tenant);
    if (others.length > 0) {
      context.say(otherAccountsText(settings.databaseUrl, others));
      return null;
    }
    if (accounts.length === 0) context.say("Making the demo account …");
    const account = orFail(await createDemo(store, context.audit()));
    await freshenDemo(store, account.id, context.audit());
    const pageKey = beside.accountPage ? await keyOfPage(store, context.audit(), account) : null;
    return { ...(await prepare(context, settings, store, account, 0)), pageKey };
  });
  // The demo's own requests would fill the log.
  const leavesOutAnswers = calls !== null && beside.traffic === true;
  const service = await start({ ...settings, leavesOutAnswers });
  const running: { close(): Promise<void> }[] = [];
  // The signals are handled before the link invites anybody to use the service.
  const stopped = untilStopped(service, {
    close: async () => {
      await Promise.all(running.map((each) => each.close()));
    },
  });
  if (calls !== null) running.push(...besideService(context, settings, service, calls, beside));
  const link = await service.signInLink(calls !== null);
  if (link === null && calls === null && service.holdsDemo) {
    context.say(demoText(service.operator, false));
  } else if (link !== null && calls === null) context.say(firstRunText(link));
  else if (link !== null) context.say(`Console, this link works once, for 15 minutes:\n${link}\n`);
  service.loadConsole();
  await stopped;
}

/** All that are taken are told at once, and before the demo's data is made. */
async function refuseTakenPorts(settings: Settings, { accountPage }: Beside): Promise<void> {
  const taken = await Promise.all([
    whyTaken("PORT", settings.host, settings.port),
    whyTaken("OPERATOR_PORT", settings.operatorHost, settings.operatorPort),
    accountPage ? whyTaken("ACCOUNT_PAGE_PORT", settings.host, settings.accountPagePort) : [],
  ]);
  if (taken.flat().length > 0) throw new CommandFailed(`${taken.flat().join("; ")}.`);
}

/** Prints the first calls and starts what runs beside the service. */
function besideService(
  context: CommandContext,
  settings: Settings,
  service: RunningService,
  calls: FirstCalls & { readonly pageKey: string | null },
  beside: Beside,
): { close(): Promise<void> }[] {
  const running: { close(): Promise<void> }[] = [];
  const baseUrl = `http://localhost:${new URL(service.api).port}`;
  const { credential, pageKey } = calls;
  context.say(firstCallsText(baseUrl, calls, demoContacts, process.stderr));
  context.say(`${placeText(settings.databaseUrl)}\n`);
  if (beside.traffic) {
    context.say("Some requests a second come from the demo itself; the log leaves out requests.");
    running.push(startTraffic(baseUrl, credential));
  }
  if (pageKey !== null) {
    const operator = `http://localhost:${new URL(service.operator).port}`;
    const seller = { operator, key: pageKey, account: formatAccountName(demoAccount) };
    const { host, accountPagePort: port, shutdownGraceSeconds: graceSeconds } = settings;
    const page = { baseUrl, host, port, graceSeconds, credential, seller };
    running.push(startAccountPage(page, (text) => context.say(text)));
  }
  return running;
}

function startTraffic(baseUrl: string, credential: FirstCalls["credential"]) {
  return startDemoTraffic({
    baseUrl,
    credential,
    contacts: demoContacts.map(({ externalId }) => externalId),
    spareContact,
    random: Math.random,
    now: Date.now,
  });
}

async function withMigratedStore<T>(
  context: CommandContext,
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = openStore(settings.databaseUrl, settings);
  try {
    await store.migrate(context.audit().now);
    return await work(store);
  } finally {
    await store.close();
  }
}

async function prepare(
  context: CommandContext,
  settings: Settings,
  store: Store,
  account: Account,
  overlapMs: number,
): Promise<FirstCalls> {
  const issuing: TokenIssuing = {
    tokenLifetimeSeconds: settings.tokenLifetimeSeconds,
    verifiedTokens: new VerifiedTokens(),
    issuedTokens: new Map(),
    randomBytes,
    saveAccessToken: (id, token) => store.account(id).saveAccessToken(token),
  };
  return prepareFirstCalls(store, issuing, context.audit(), account, firstContact, overlapMs);
}
