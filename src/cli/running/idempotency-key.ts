import { Option } from "commander";
import { reader } from "../../operations/machinery/arguments.ts";
import { isIdempotencyKey } from "../../operations/machinery/fields.ts";
import type { Ask, Values } from "../../operations/machinery/operation.ts";

/** The flag of the command of every operation that writes. */
export function keyOption(): Option {
  const about = "makes it safe to repeat for a day: the same again gets the first answer";
  return new Option("--idempotency-key <key>", about).argParser(readKey);
}

const readKey = reader(
  (text) => (isIdempotencyKey(text) ? text : null),
  "idempotency key: write 1 to 255 visible ASCII characters",
);

/** Asks what writes under the key that was typed. */
export function underKey(ask: Ask, { idempotency_key }: Values): Ask {
  if (idempotency_key === undefined) return ask;
  return (operation, values, body) =>
    ask(operation, operation.writes ? { ...values, idempotency_key } : values, body);
}
