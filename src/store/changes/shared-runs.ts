/**
 * Shares the runs of `run` between callers that come at one moment. A caller that comes while a run is under
 * way waits for the next one, because the present one may have read before the caller came. The first who
 * waits for a run gives its order.
 */
export function sharedRuns<Key, Order, T>(
  run: (key: Key, order: Order) => Promise<T>,
): (key: Key, order: Order) => Promise<T> {
  const present = new Map<Key, Promise<T>>();
  const next = new Map<Key, Promise<T>>();
  const begin = (key: Key, order: Order): Promise<T> => {
    const running = run(key, order).finally(() => {
      if (present.get(key) === running) present.delete(key);
    });
    present.set(key, running);
    return running;
  };
  return (key, order) => {
    const before = present.get(key);
    if (before === undefined) return begin(key, order);
    const waiting =
      next.get(key) ??
      before
        .catch(() => {})
        .then(() => {
          next.delete(key);
          return begin(key, order);
        });
    next.set(key, waiting);
    return waiting;
  };
}
