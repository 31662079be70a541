/** One write may fail by a lost connection or a lock; writes that fail for so long are refused. */
const failingMs = 1_000;

/**
 * Whether the writes of a server process fail. Those of request records are repeated until they work,
 * so a process whose callers' writes fail knows within a second when they work again.
 */
export class WriteFate {
  #failingSince: number | null = null;

  get isFailing(): boolean {
    return this.#failingSince !== null && performance.now() - this.#failingSince >= failingMs;
  }

  async follow<T>(write: Promise<T>): Promise<T> {
    try {
      const result = await write;
      this.#failingSince = null;
      return result;
    } catch (error) {
      this.#failingSince ??= performance.now();
      throw error;
    }
  }
}
