import type { Answer } from "../web/answer.ts";
import type { CustomerVisit, Shop, Visit } from "../visit.ts";
import { redirect } from "../web/answer.ts";
import { readLanguage } from "../words/choose-language.ts";
import {
  acceptOffer,
  answerSelling,
  chooseTickets,
  keepSeats,
  sendNames,
  showBooked,
  showNames,
  showWeek,
  type SellingShop,
} from "./book.ts";
import { cancelBooking, confirmCancel, showOutcome } from "./cancel-booking.ts";
import { downloadBooking, revokeCalendar, showCalendar, subscription } from "./calendar.ts";
import { listBookings } from "./list-bookings.ts";
import { showSignIn, signIn, signOut } from "./sign-in.ts";

/** Who may call it: everybody, or signed-in customers. */
export type Route =
  | {
      readonly for: "everybody";
      readonly answer: (visit: Visit, shop: Shop) => Answer | Promise<Answer>;
    }
  | {
      readonly for: "customers";
      readonly answer: (visit: CustomerVisit, shop: Shop) => Answer | Promise<Answer>;
    };

type Methods = Readonly<Partial<Record<"GET" | "POST", Route>>>;
type Found = (...groups: string[]) => Methods | null;

const booking = "[0-9a-zA-Z-]{1,64}";

/** Every path of the page; the groups in parentheses become arguments. */
const routes: readonly (readonly [RegExp, Found])[] = [
  [/^\/$/, () => ({ GET: everybody(() => redirect("/bookings")) })],
  [/^\/sign-in$/, () => ({ GET: everybody(showSignIn), POST: everybody(signIn) })],
  [/^\/sign-out$/, () => ({ POST: everybody(signOut) })],
  [/^\/bookings$/, () => ({ GET: list("upcoming") })],
  [/^\/bookings\/past$/, () => ({ GET: list("past") })],
  [/^\/bookings\/cancelled$/, () => ({ GET: list("cancelled") })],
  [/^\/book$/, () => ({ GET: sells(showWeek) })],
  [/^\/book\/slot$/, () => ({ GET: sells(chooseTickets), POST: sells(keepSeats) })],
  [/^\/book\/names$/, () => ({ GET: sells(showNames), POST: sells(sendNames) })],
  [/^\/book\/done$/, () => ({ GET: sells(showBooked) })],
  [
    new RegExp(`^/bookings/(${booking})/accept$`),
    (id = "") => ({ POST: sells((visit, shop) => acceptOffer(visit, shop, id)) }),
  ],
  [
    new RegExp(`^/bookings/(${booking})/cancel$`),
    (id = "") => ({
      GET: customers((visit, shop) => confirmCancel(visit, shop, id)),
      POST: customers((visit, shop) => cancelBooking(visit, shop, id)),
    }),
  ],
  [
    new RegExp(`^/bookings/(${booking})/calendar\\.ics$`),
    (id = "") => ({ GET: customers((visit, shop) => downloadBooking(visit, shop, id)) }),
  ],
  [/^\/calendar$/, () => ({ GET: customers(showCalendar), POST: customers(revokeCalendar) })],
  [
    /^\/calendar\/([a-z]{2})\/([\w-]+)\.ics$/,
    (code = "", secret = "") => {
      const language = readLanguage(code);
      if (language === null) return null;
      return { GET: everybody((visit, shop) => subscription(visit, shop, { language, secret })) };
    },
  ],
  [
    new RegExp(`^/bookings/(${booking})/outcome$`),
    (id = "") => ({ GET: customers((visit, shop) => showOutcome(visit, shop, id)) }),
  ],
];

/** The methods of a path; null for an unknown path. */
export function findRoute(path: string): Methods | null {
  for (const [pattern, methods] of routes) {
    const found = pattern.exec(path);
    if (found !== null) return methods(...found.slice(1));
  }
  return null;
}

function list(tab: Parameters<typeof listBookings>[2]): Route {
  return customers((visit, shop) => listBookings(visit, shop, tab));
}

/** For customers of a page that sells; else there is no such page. */
function sells(answer: (visit: CustomerVisit, shop: SellingShop) => Promise<Answer>): Route {
  return customers((visit, shop) => answerSelling(visit, shop, answer));
}

function everybody(answer: (visit: Visit, shop: Shop) => Answer | Promise<Answer>): Route {
  return { for: "everybody", answer };
}

function customers(answer: (visit: CustomerVisit, shop: Shop) => Answer | Promise<Answer>): Route {
  return { for: "customers", answer };
}
