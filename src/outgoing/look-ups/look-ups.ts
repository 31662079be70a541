import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { FairPlaces, type FullLimit } from "../../domain/fair-places.ts";
import { openNameServers, readNameFiles, resolveName } from "./resolve-name.ts";

/** How many look-ups of names may be under way at once. Nothing but sockets waits for them. */
const limits = { ofPart: 1, ofAccount: 8, all: 64 };
/** A look-up, with its wait for a place, ends after so long. */
const timeLimitMs = 5_000;

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Begins to look a name up; what it returns ends that early. */
export type BeginLookUp = (name: string) => {
  readonly addresses: Promise<LookupAddress[]>;
  cancel(): void;
};

interface LookUpParts {
  readonly begin: BeginLookUp;
  readonly timeLimitMs: number;
  readonly limits: typeof limits;
  /** Called for each look-up that has to wait for others. */
  readonly onFull: (limit: FullLimit) => void;
}

const usual: LookUpParts = { begin: askSystem, timeLimitMs, limits, onFull: () => {} };

function askSystem(name: string): ReturnType<BeginLookUp> {
  const servers = openNameServers();
  return {
    addresses: resolveName(name, readNameFiles(), servers),
    cancel: () => servers.cancel(),
  };
}

/** The look-ups of one process, which wait for those of their own account and for no thread. */
export class LookUps {
  readonly #parts: LookUpParts;
  readonly #places: FairPlaces;
  /** Connections that wait for one name of an account share its look-up. */
  readonly #waiting = new Map<string, Answer[]>();

  constructor(parts: Partial<LookUpParts> = {}) {
    this.#parts = { ...usual, ...parts };
    this.#places = new FairPlaces(this.#parts.limits, this.#parts.onFull);
  }

  /** What the connections of an account look names up with; all else that the service reaches has a word of its own. */
  of(account: number | string): LookupFunction {
    return (name, { all, family }, answer) => {
      const wanted =
        family === 4 || family === "IPv4" ? 4 : family === 6 || family === "IPv6" ? 6 : 0;
      this.#lookUp(account, name, (error, found) => {
        if (error !== null) return answer(error, []);
        const fitting = found.filter((each) => wanted === 0 || each.family === wanted);
        const [first] = fitting;
        if (first === undefined) return answer(failure("ENOTFOUND"), []);
        return all === true ? answer(null, fitting) : answer(null, first.address, first.family);
      });
    };
  }

  #lookUp(account: number | string, name: string, answer: Answer): void {
    const key = JSON.stringify([account, name]);
    const others = this.#waiting.get(key);
    if (others !== undefined) return void others.push(answer);
    const all = [answer];
    this.#waiting.set(key, all);
    let leave = () => {};
    let stop = () => {};
    const tell: Answer = (error, addresses) => {
      if (this.#waiting.get(key) !== all) return;
      this.#waiting.delete(key);
      clearTimeout(timer);
      leave();
      stop();
      for (const each of all) each(error, addresses);
    };
    const timer = setTimeout(() => tell(failure("lookup_timeout"), []), this.#parts.timeLimitMs);
    leave = this.#places.take({ account, part: name }, (giveBack) => {
      const { addresses, ...begun } = this.#parts.begin(name);
      stop = () => {
        begun.cancel();
        giveBack();
      };
      addresses.then(
        (found) => tell(null, found),
        (error: NodeJS.ErrnoException) => tell(error, []),
      );
    });
  }
}

/** The message holds no name. */
function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error("The name was not looked up."), { code });
}
