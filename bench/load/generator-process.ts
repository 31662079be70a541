import type { LoadOrder } from "./load-order.ts";
import { runLoad } from "./run-load.ts";

/** Load comes from a process of its own, so that neither servers nor the one who counts share its time. */
process.on("message", (order: LoadOrder) => {
  runLoad(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
