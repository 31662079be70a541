import { faultKind, faultNames, type Fault, type FaultName } from "./fault-kinds.ts";

/** The reason why an order is refused: what is expected instead. */
export interface Problem {
  readonly expected: string;
}

export function isProblem(read: object): read is Problem {
  return "expected" in read;
}

/** Parses `rate-limited`, or a fault with its parameter: `rate-limited; wait_seconds=7`. */
export function readFaultHeader(value: string): Fault | Problem {
  const [name = "", ...parameters] = value.split(";").map((part) => part.trim());
  const pairs = parameters.map((text) => text.split("=").map((part) => part.trim()));
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) {
    return { expected: "a fault whose parameter is given once" };
  }
  return readFault(
    name,
    Object.fromEntries(pairs.map(([key = "", ...rest]) => [key, wholeOrText(rest.join("="))])),
  );
}

function wholeOrText(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Makes a fault from its name and `given`, the other fields of the order. */
export function readFault(
  name: unknown,
  given: Readonly<Record<string, unknown>>,
): Fault | Problem {
  if (!isFaultName(name)) return { expected: `one of ${faultNames.join(", ")}` };
  const { parameter } = faultKind(name);
  if (Object.keys(given).some((key) => key !== parameter?.name)) {
    const takes = parameter === undefined ? "without a parameter" : `with ${parameter.name} alone`;
    return { expected: `${name} ${takes}` };
  }
  if (parameter === undefined) return { name, amount: null };
  const amount = given[parameter.name] ?? parameter.byDefault;
  const { least, most } = parameter;
  return typeof amount === "number" && Number.isInteger(amount) && amount >= least && amount <= most
    ? { name, amount }
    : { expected: `${name} with ${parameter.name} a whole number from ${least} to ${most}` };
}

function isFaultName(text: unknown): text is FaultName {
  return faultNames.some((name) => name === text);
}
