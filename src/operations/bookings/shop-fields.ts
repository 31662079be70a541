import { Type } from "typebox";
import { isObject } from "../../domain/json.ts";
import { reference as readReference, referenceMaxLength } from "../../domain/data-file/values.ts";
import { parseShopData, shopData, shopDataMaxBytes } from "../../domain/data-file/shop-data.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { text } from "../machinery/fields.ts";
import { refuseValue } from "../machinery/validation.ts";

/** What a shop keeps with a booking. */

export const Reference = text(
  referenceMaxLength,
  "The shop's own number of the booking; no other booking of the campaign has it.",
);

export const ShopData = Type.Record(Type.String(), Type.Unknown(), {
  description: `The shop's own data, which the service does not read: at most ${shopDataMaxBytes} bytes of compact JSON.`,
});

export const shopTyped = {
  reference: { about: "the shop's own number of the booking, unique in its campaign" },
  data: {
    shown: "json",
    about: `the shop's own data: a JSON object of at most ${shopDataMaxBytes} bytes`,
    read: (typed: string) => {
      const value = parseShopData(typed);
      if (isObject(value)) return value;
      throw new WrongUsage(
        "--data must be a JSON object, with each key once and numbers of at most 15 digits.",
      );
    },
  },
};

interface Sent {
  readonly reference?: string | null;
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** The refusal of what no booking can have; null where there is none. */
export function refuseShopFields({ reference, data }: Sent) {
  return refuseValue("reference", readReference, reference) ?? refuseValue("data", shopData, data);
}

/** Data that was not refused, as it is stored; undefined where nothing was sent of it. */
export function storedData(data: Sent["data"]): string | null | undefined {
  return data && JSON.stringify(data);
}
