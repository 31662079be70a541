/**
 * Gathers orders that arrive during a batch and carries them out together as the next one. `carryOut` returns
 * one outcome for each order, in their order.
 */
export function gather<Order, Outcome>(
  carryOut: (orders: readonly Order[]) => Promise<readonly Outcome[]> | readonly Outcome[],
): (order: Order) => Promise<Outcome> {
  interface Waiting {
    readonly order: Order;
    readonly resolve: (outcome: Outcome) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let busy = false;

  const start = () => {
    busy = true;
    // Requests that the sockets have ready join this batch.
    setImmediate(() => void flush());
  };
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    try {
      const outcomes = await carryOut(batch.map(({ order }) => order));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    busy = false;
    if (waiting.length > 0) start();
  };
  return (order) =>
    new Promise((resolve, reject) => {
      waiting.push({ order, resolve, reject });
      if (!busy) start();
    });
}
