/**
 * Gathers orders that arrive while a batch is under way, and carries them out together as the next
 * one. `carryOut` answers one outcome for each order, in their order.
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
    // What is already there to be read from the sockets comes along.
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
