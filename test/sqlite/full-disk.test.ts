import { test } from "node:test";
import { full } from "../../proofs/programs/full.ts";
import { proveBriefly } from "../../proofs/running/prove-briefly.ts";

test("P10 a full disk loses nothing that was acknowledged, is read from, and heals", async (context) => {
  const { figures } = await proveBriefly(full, 1);
  if (figures["not run"] !== undefined) context.skip(String(figures["not run"]));
});
