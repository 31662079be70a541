import type { AnyRefusal } from "../../../operations/machinery/problems.ts";
import type { Operator } from "../../../store/doors/access.ts";

/** Counts the holds that each key makes in a second. */
export class HoldRate {
  readonly #perSecond: number;
  #second = 0;
  readonly #counts = new Map<string, number>();

  /** 0 switches the limit off. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Counts one; the refusal where the key has made as many in this second as it may. `now` is in milliseconds. */
  refuse(
    { id, name }: Pick<Operator, "name"> & { readonly id?: string },
    now: number,
  ): AnyRefusal | null {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#counts.clear();
    this.#second = second;
    const key = id ?? name;
    const made = this.#counts.get(key) ?? 0;
    if (this.#perSecond > 0 && made >= this.#perSecond) return { why: "too-many-holds" };
    this.#counts.set(key, made + 1);
    return null;
  }
}
