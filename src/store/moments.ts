import { bindMethods } from "./account-store.ts";
import type { Engine } from "./engine.ts";
import { endAllDueSeats } from "./holds/end-all-due-seats.ts";
import { countLiveHolds } from "./holds/find-holds.ts";
import { returnToClock } from "./reminders/reminder-state.ts";
import { tellReminders, type Telling } from "./reminders/tell-reminders.ts";
import type { ChangeSignal } from "./write/change-signal.ts";

/** Changes that their time makes due, in all accounts: kept seats end, and reminders are written. */
export function openMoments(engine: Engine, signal: ChangeSignal) {
  const { asking, reading } = bindMethods(engine, []);
  return {
    endDueSeats: asking(endAllDueSeats),
    countLiveHolds: reading(countLiveHolds),
    tellReminders: (telling: Omit<Telling, "onTold">) =>
      tellReminders(engine, { ...telling, onTold: (id) => signal.notify(id) }),
    returnRemindersToClock: asking(returnToClock),
  };
}
