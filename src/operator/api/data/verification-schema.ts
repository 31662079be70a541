import { Type } from "typebox";
import { AccountText, Uuid } from "../../../operations/fields.ts";

const rows = Type.Integer();

export const Verification = Type.Object({
  checked: Type.Object({
    accounts: Type.Array(
      Type.Object({
        account: AccountText,
        slots: rows,
        bookings: rows,
        tickets: rows,
        events: rows,
      }),
    ),
    laws: Type.Array(Type.String(), { description: "The names of the laws." }),
  }),
  breaches: Type.Array(
    Type.Object({
      law: Type.String(),
      account: Type.Union([AccountText, Type.Null()]),
      booking: Type.Optional(Uuid),
      slot: Type.Optional(Type.Unknown({ description: "Which slot, by its names and its start." })),
      message: Type.String(),
    }),
    { description: "The first ones of each law." },
  ),
  cut: Type.Optional(
    Type.Array(Type.Unknown(), { description: "Laws of which there are more breaches." }),
  ),
});
