import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AccountId } from "../../domain/account.ts";
import { ChangeSignal } from "./change-signal.ts";

const [one, other] = [1 as AccountId, 2 as AccountId];
const long = 60_000;

describe("the signal of changes", () => {
  test("wakes the readers of an account, of its own store and of others on that database", async () => {
    const [callers, operators] = [new ChangeSignal("here"), new ChangeSignal("here")];
    const waits = [callers, operators].map((signal) => signal.listen(one).wait(long));
    callers.notify(one);
    await Promise.all(waits);
    callers.close();
    operators.close();
  });

  test("wakes a reader that listened before the change and waits after it", async () => {
    const signal = new ChangeSignal("late");
    using next = signal.listen(one);
    using marker = signal.listen(one);
    signal.notify(one);
    await marker.wait(long);
    await next.wait(long);
    signal.close();
  });

  test("wakes no reader of another account or another database", async () => {
    const [here, elsewhere] = [new ChangeSignal("a"), new ChangeSignal("b")];
    const woken: string[] = [];
    const listen = (name: string, signal: ChangeSignal, account: AccountId) =>
      void signal
        .listen(account)
        .wait(long)
        .then(() => woken.push(name));
    listen("another account", here, other);
    listen("another database", elsewhere, one);
    const marker = here.listen(one).wait(long);
    here.notify(one);
    await marker;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(woken, []);
    // They would hold the process.
    here.notify(other);
    elsewhere.notify(one);
    await Promise.all([here.listen(other).wait(long), elsewhere.listen(one).wait(long)]);
    here.close();
    elsewhere.close();
  });

  test("is silent once it is closed, whatever ends later", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const signal = new ChangeSignal("closed");
    using next = signal.listen(one);
    signal.close();
    signal.notify(one);
    let isWoken = false;
    const waiting = next.wait(30).then(() => {
      isWoken = true;
      return isWoken;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isWoken, false);
    t.mock.timers.tick(30);
    assert.equal(await waiting, true);
  });

  test("announces the changes of a moment together", async () => {
    const [writer, reader] = [new ChangeSignal("many"), new ChangeSignal("many")];
    const state = { wakes: 0, isOver: false };
    const follow = async () => {
      while (!state.isOver) {
        using next = reader.listen(one);
        await next.wait(long);
        state.wakes += 1;
      }
    };
    const following = follow();
    // Announcements arrive in order, so this one arrives when those of the thousand have.
    using last = reader.listen(other);
    for (let change = 0; change < 1_000; change += 1) writer.notify(one);
    writer.notify(other);
    await last.wait(long);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(state.wakes, 1);
    state.isOver = true;
    writer.notify(one);
    await following;
    writer.close();
    reader.close();
  });
});
