import { CountsExchange } from "../http/rate-limits/count-sharing.ts";
import { limitClock } from "./shared-limits.ts";
import { createLogger, describeFault, output } from "./logging.ts";
import { programVersion, unconvertedMessage } from "../domain/program-version.ts";
import { createMetrics } from "../operator/metrics.ts";
import { trafficMs, TrafficRecorder } from "../operator/traffic/traffic.ts";
import { InheritedPort } from "./listening.ts";
import type { StartFailure, ToServer, ToSupervisor } from "./messages.ts";
import { repeat } from "./repeat.ts";
import { createServing } from "./serving.ts";
import { readSettings, type Settings } from "./settings.ts";
import { DatabaseUnusable } from "../store/engine.ts";
import { openStore, type Store } from "../store/store.ts";

/*
 * One of the server processes of a command with PROCESSES of 2 or more. Only the supervisor's
 * messages control it: it ignores the signals that a terminal or a service manager sends to a whole
 * process group. When the channel to the supervisor closes, the supervisor is gone; the server process
 * then drains and exits.
 */
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2"])
  process.on(signal, () => {});

/** Runs when the supervisor is gone; until this process serves, it exits at once. */
let onOrphaned = (): void => process.exit(0);

process.once("disconnect", () => onOrphaned());
// A message that was being sent when the channel closed; `disconnect` handles the end.
process.on("error", () => {});

process.once("message", (message: ToServer) => {
  if (message.kind === "start") void serve(message);
});

type StartOrder = Extract<ToServer, { kind: "start" }>;

/** A setting that a supervisor of another release does not know has its value in the environment. */
function settingsOf({ settings, version }: StartOrder): Settings {
  return version === programVersion ? settings : { ...readSettings(process.env), ...settings };
}

/** A supervisor of another release has applied its own migrations only. */
async function refuseSchema(store: Pick<Store, "schemaState">, version: string): Promise<void> {
  if (version === programVersion) return;
  const state = await store.schemaState();
  if (state === "current" || state === "ahead") return;
  if (state === "unconverted") throw new DatabaseUnusable(unconvertedMessage);
  const remedy = state === "older" ? "run `booking migrate`" : "run the newer version";
  throw new DatabaseUnusable(`The database's schema is ${state} than this program: ${remedy}.`);
}

async function serve(order: StartOrder): Promise<void> {
  const { number, sockets } = order;
  process.title = `booking server ${number}`;
  const logger = createLogger(order.settings, number);
  const metrics = createMetrics(() => output.dropped);
  try {
    const settings = settingsOf(order);
    const store = openStore(settings.databaseUrl, {
      ...settings,
      observe: metrics.observeStatement,
      observeChanges: metrics.observeChanges,
      timeouts: "request",
    });
    metrics.watchStore(store);
    await refuseSchema(store, order.version);
    const recorder = new TrafficRecorder();
    const serving = await createServing({ settings, store, logger, metrics, traffic: recorder });
    const tellTraffic = async () => {
      const portion = recorder.take();
      if (portion.length > 0) await tell({ kind: "traffic", portion });
    };
    const telling = repeat(trafficMs, tellTraffic, logger);
    const exchange = new CountsExchange(
      serving.limits,
      (counts, urgent) => {
        void tell({ kind: "counts", counts, urgent });
      },
      limitClock(settings),
    );

    const port = new InheritedPort(sockets, settings.processes, (some) => serving.listen(some));
    let ending = false;
    const end = async () => {
      if (ending) return;
      ending = true;
      port.close();
      await serving.close();
      exchange.close();
      await store.close();
      await telling.close();
      await tellTraffic();
      await tell({ kind: "metrics", metrics: await metrics.snapshot() });
      process.exit(0);
    };
    const endAnyhow = () =>
      void end().catch((error: Error) => {
        logger.error({ fault: describeFault(error) }, "the end was not orderly");
        process.exit(1);
      });

    process.on("message", (message: ToServer) => {
      if (message.kind === "drain") endAnyhow();
      else if (message.kind === "cover") void port.cover(message.number);
      else if (message.kind === "counts") exchange.learn(message.counts);
      else if (message.kind === "ask") {
        const answer = message.about === "metrics" ? metrics.snapshot() : serving.whyNotReady();
        void answer.then((known) => tell({ kind: "answer", id: message.id, answer: known ?? "" }));
      }
    });
    onOrphaned = () => {
      if (!ending) logger.warn("the supervising process is gone");
      endAnyhow();
    };
    await tell({ kind: "ready", api: await port.listen(number), version: programVersion });
  } catch (error) {
    const { message, code, port, address } = error as Error & StartFailure;
    logger.error({ fault: describeFault(error as Error) }, "the server process could not start");
    await tell({ kind: "failed", failure: { message, code, port, address } });
    process.exit(1);
  }
}

/** Resolves when the message was sent, or when the channel is closed. */
function tell(message: ToSupervisor): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
