import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { FairPlaces, type FullLimit } from "../../domain/fair-places.ts";
import { openNameServers, readNameFiles, resolveName } from "./resolve-name.ts";

/** How many look-ups of names may be under way at once. They wait on sockets, in no thread. */
const limits = { ofPart: 1, ofAccount: 8, all: 64 };
/** A look-up, with its wait for a place, ends after so long. */
const timeLimitMs = 5_000;

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Begins to look a name up. `cancel` ends the look-up early. */
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

/** The look-ups of one process, which take places (`FairPlaces`), so that one account's wait behind its own. */
export class LookUps {
  readonly #parts: LookUpParts;
  readonly #places: FairPlaces;
  /** Connections that wait for one name of an account share its look-up. */
  readonly #waiting = new Map<string, Answer[]>();

  constructor(parts: Partial<LookUpParts> = {}) {
    this.#parts = { ...usual, ...parts };
    this.#places = new FairPlaces(this.#parts.limits, this.#parts.onFull);
  }

  /** The look-up of names for the connections of an account, or of a part of the service, such as `identity provider`. */
  of(owner: number | string): LookupFunction {
    return (name, { all, family }, answer) => {
      const wanted = families.get(family);
      this.#lookUp(owner, name, (error, found) => {
        if (error !== null) return answer(error, []);
        const fitting = found.filter((each) => wanted === undefined || each.family === wanted);
        const [first] = fitting;
        if (first === undefined) return answer(failure("ENOTFOUND"), []);
        return all === true ? answer(null, fitting) : answer(null, first.address, first.family);
      });
    };
  }

  /** Joins the look-up of the name that is under way, or begins one. */
  #lookUp(owner: number | string, name: string, answer: Answer): void {
    const key = JSON.stringify([owner, name]);
    const others = this.#waiting.get(key);
    if (others !== undefined) return void others.push(answer);
    const answers = [answer];
    this.#waiting.set(key, answers);
    let leaveQueue = () => {};
    let end = () => {};
    const settle: Answer = (error, addresses) => {
      // The time limit or the answer was first.
      if (this.#waiting.get(key) !== answers) return;
      this.#waiting.delete(key);
      clearTimeout(timer);
      leaveQueue();
      end();
      for (const each of answers) each(error, addresses);
    };
    const timer = setTimeout(() => settle(failure("lookup_timeout"), []), this.#parts.timeLimitMs);
    leaveQueue = this.#places.take({ account: owner, part: name }, (giveBack) => {
      const lookUp = this.#parts.begin(name);
      end = () => {
        lookUp.cancel();
        giveBack();
      };
      lookUp.addresses.then(
        (found) => settle(null, found),
        (error: NodeJS.ErrnoException) => settle(error, []),
      );
    });
  }
}

/** The families of addresses that a connection may ask for; any other value asks for both. */
const families = new Map<unknown, 4 | 6>([
  [4, 4],
  ["IPv4", 4],
  [6, 6],
  ["IPv6", 6],
]);

/** The message holds no name. */
function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error("The name was not looked up."), { code });
}
