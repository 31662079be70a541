import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Variables } from "./variables.ts";

/** The program that started this one and waits for its messages, as systemd does for a unit of `Type=notify`. */
export interface ServiceManager {
  /** Callers are served. From now on the manager hears in time that this thread still runs. */
  ready(): Promise<void>;
  /** The service ends. */
  close(): Promise<void>;
}

/** A message waits so long for the manager. */
const messageTimeoutMs = 10_000;
/** A lost `READY=1` is sent again after this long where there is no watchdog: a manager without it waits without end. */
const readyAgainMs = 15_000;

/**
 * Speaks systemd's protocol (sd_notify) where `NOTIFY_SOCKET` asks for it. Node has no datagram sockets of Unix, so
 * systemd's own program `systemd-notify` sends each message, and the unit has `NotifyAccess=all`. `report` is called
 * with a sentence for the operator, once, where that fails; the service goes on.
 */
export function openServiceManager(
  variables: Pick<Variables, "given">,
  report: (trouble: string) => void,
): ServiceManager {
  const socket = variables.given("NOTIFY_SOCKET");
  if (socket === null) return { ready: async () => {}, close: async () => {} };
  const path = variables.given("PATH") ?? undefined;
  const watchdogMs = Number(variables.given("WATCHDOG_USEC") ?? 0) / 1000;
  let pings: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let isReported = false;
  let isClosing = false;
  /** Sends messages one after the other, because a program that is started later may end earlier. False where that fails. */
  const send = (...words: readonly string[]): Promise<boolean> => {
    const sent = sending
      // The program needs nothing else of an environment that has secrets.
      .then(() => sendBy("systemd-notify", words, { NOTIFY_SOCKET: socket, PATH: path }))
      .then(() => true)
      .catch((error: NodeJS.ErrnoException) => {
        if (isReported) return false;
        isReported = true;
        report(
          `NOTIFY_SOCKET is set, but systemd-notify could not tell systemd ${words[0]} (${error.code}): ` +
            "use Type=exec without WatchdogSec= where there is no systemd-notify.",
        );
        return false;
      });
    sending = sent;
    return sent;
  };
  return {
    ready: async () => {
      const sendReady = () => send("READY=1", "STATUS=Callers are served.");
      let isReady = await sendReady();
      const hasWatchdog = watchdogMs > 0;
      if (isClosing || (isReady && !hasWatchdog)) return;
      let isPinging = false;
      const ping = async () => {
        if (isPinging) return;
        isPinging = true;
        if (!isReady) isReady = await sendReady();
        else if (hasWatchdog) await send("WATCHDOG=1");
        isPinging = false;
      };
      // Two pings may get lost on a busy machine: the third comes before the watchdog's time is over.
      pings = setInterval(() => void ping(), hasWatchdog ? watchdogMs / 4 : readyAgainMs);
    },
    // The end of the service does not wait for its manager; the process does, until the message is sent.
    close: async () => {
      isClosing = true;
      clearInterval(pings);
      void send("STOPPING=1", "STATUS=Callers get their last answers.");
    },
  };
}

async function sendBy(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await promisify(execFile)(program, words, { env, timeout: messageTimeoutMs });
}
