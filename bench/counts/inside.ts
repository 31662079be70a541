import { createHook } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { getHeapStatistics } from "node:v8";
import { BroadcastChannel, isMainThread } from "node:worker_threads";

/**
 * Loaded into a server with `--import`, this module counts in each of its threads what V8 and Node make for a
 * request. The process that started the server sends an order over the channel between them, the main thread
 * passes it on to the others, and the thread that has served requests answers.
 *
 * What is made between the beginnings of two requests belongs to the first of them, with what follows its answer.
 */
export type Order = "objects" | "bytes" | "end";

/** What each request of a window but the last has made, in the thread that has served them. */
export interface Inside {
  readonly promises: readonly number[];
  readonly timers: readonly number[];
  /** Bytes on V8's heap; collections of garbage make some of them negative. */
  readonly bytes: readonly number[];
}

type Sample = Readonly<Record<keyof Inside, number>>;

const timerTypes: ReadonlySet<string> = new Set(["Timeout", "Immediate"]);

let promises = 0;
let timers = 0;
let samples: Sample[] = [];
let order: Order = "end";

const hook = createHook({
  init: (_id, type) => {
    if (type === "PROMISE") promises += 1;
    else if (timerTypes.has(type)) timers += 1;
  },
});

subscribe("http.server.request.start", () => {
  if (order === "end") return;
  const bytes = order === "bytes" ? getHeapStatistics().used_heap_size : 0;
  samples.push({ promises, timers, bytes });
});

function obey(next: Order): Inside | null {
  order = next;
  if (order === "objects") hook.enable();
  else hook.disable();
  const counted = samples;
  samples = [];
  if (counted.length === 0) return null;
  const between = (name: keyof Inside) =>
    counted.slice(1).map((sample, at) => sample[name] - (counted[at] ?? sample)[name]);
  return { promises: between("promises"), timers: between("timers"), bytes: between("bytes") };
}

const threads = new BroadcastChannel("bench-counts");
threads.unref();

interface Message {
  readonly order?: Order;
  readonly answer?: Inside;
}

function messageOf(event: Event): Message {
  return (event as Event & { readonly data: Message }).data;
}

function tell(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
  threads.postMessage(message);
}

if (isMainThread) {
  const answer = (counts: Inside | null) => {
    if (counts !== null) process.send?.(counts);
  };
  threads.addEventListener("message", (event) => answer(messageOf(event).answer ?? null));
  process.on("message", (next: Order) => {
    tell({ order: next });
    answer(obey(next));
  });
  process.channel?.unref();
} else {
  threads.addEventListener("message", (event) => {
    const { order: next } = messageOf(event);
    if (next === undefined) return;
    const counts = obey(next);
    if (counts !== null) tell({ answer: counts });
  });
}
