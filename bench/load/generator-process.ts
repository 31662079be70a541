import type { LoadOrder } from "./load-order.ts";
import { runLoad } from "./run-load.ts";

/**
 * The load comes from a process of its own, which shares its time neither with servers nor with the
 * measurement.
 */
process.on("message", (order: LoadOrder) => {
  runLoad(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
