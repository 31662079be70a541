import type { Machine } from "./deployed.ts";
import type { Machines } from "./machines.ts";

/** A failure of the primary's machine. */
export interface Fault {
  /** The failure as a sentence of the picture. */
  readonly what: string;
  readonly strike: (machines: Machines, primary: Machine) => void | Promise<void>;
  /** Repairs the machine afterwards, so that it can be a standby. */
  readonly mend: (machines: Machines, machine: Machine) => void;
}

export const faults = {
  power: {
    what: "The primary's machine loses its power in the middle of cancels",
    strike: (machines, primary) => machines.cutPower(primary),
    mend: (machines, machine) => machines.start(machine),
  },
  cable: {
    what: "The primary's machine loses its network in the middle of cancels",
    strike: (machines, primary) => machines.pullCable(primary),
    mend: (machines, machine) => machines.plugCable(machine),
  },
  partition: {
    what: "The service still reaches the primary, the other database machines do not",
    strike: (machines, primary) => machines.partFromOthers(primary),
    mend: (machines, machine) => machines.joinOthers(machine),
  },
  crash: {
    what: "The primary's PostgreSQL dies in the middle of cancels, its machine lives",
    strike: (machines, primary) => machines.killPostgres(primary),
    mend: () => {},
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames: readonly FaultName[] = ["power", "cable", "partition", "crash"];
