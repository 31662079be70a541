import type { MessagePort, Worker } from "node:worker_threads";
import type { StartFailure } from "./messages.ts";

/** Functions that the other thread may call; arguments and answers are cloned. */
export type RemoteFunctions = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** One end of a channel between two threads. */
export interface Channel {
  /** Sends to the other end. */
  send(message: unknown): void;
  /** Called once, with what receives the other end's messages. */
  receive(listener: (message: Message) => void): void;
}

type Message =
  | { readonly call: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly answers: number; readonly value: unknown }
  | { readonly answers: number; readonly failure: StartFailure };

/** The channel of a thread, seen from either of its ends. */
export function channelOf(port: MessagePort | Worker): Channel {
  return {
    send: port.postMessage.bind(port),
    receive: (listener) => void port.on("message", listener),
  };
}

/** Calls of functions that the other end of a channel has, and answers to its calls of `ours`. */
export class RemoteCalls<Theirs extends { [Name in keyof Theirs]: RemoteFunctions[string] }> {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;
  #ended: Error | null = null;

  constructor(channel: Channel, ours: { [name: string]: (...args: never[]) => Promise<unknown> }) {
    this.#channel = channel;
    channel.receive((message) => {
      if ("call" in message) void this.#answer(ours, message);
      else this.#settle(message);
    });
  }

  call<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): ReturnType<Theirs[Name]> {
    const call = (this.#calls += 1);
    const waiting = Promise.withResolvers<unknown>();
    if (this.#ended !== null) {
      waiting.reject(this.#ended);
      return waiting.promise as ReturnType<Theirs[Name]>;
    }
    this.#waiting.set(call, waiting);
    this.#channel.send({ call, name, args });
    return waiting.promise as ReturnType<Theirs[Name]>;
  }

  /** The other end is gone: calls that wait and later ones fail. */
  end(reason: Error): void {
    this.#ended = reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  async #answer(
    ours: { [name: string]: (...args: never[]) => Promise<unknown> },
    { call, name, args }: Extract<Message, { readonly call: number }>,
  ): Promise<void> {
    try {
      const value = await ours[name]?.(...(args as never[]));
      this.#channel.send({ answers: call, value });
    } catch (error) {
      // A clone of an error lacks what Node adds to it.
      const { message, code, port, address } = error as Error & StartFailure;
      this.#channel.send({ answers: call, failure: { message, code, port, address } });
    }
  }

  #settle(message: Exclude<Message, { readonly call: number }>): void {
    const waiting = this.#waiting.get(message.answers);
    this.#waiting.delete(message.answers);
    if ("failure" in message) {
      waiting?.reject(Object.assign(new Error(message.failure.message), message.failure));
    } else waiting?.resolve(message.value);
  }
}
