import { Type } from "typebox";
import { Uuid } from "../fields.ts";
import { accountParams } from "../route.ts";

/** Where the bookings of an account are, and one of them. */
export const below = "/accounts/{tenant}/{environment}/bookings";
export const one = Type.Object({ ...accountParams, booking: Uuid });
