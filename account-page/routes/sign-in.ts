import { signInView } from "../views/sign-in-view.ts";
import { page, redirect, type Answer } from "../web/answer.ts";
import { cookie } from "../web/cookies.ts";
import type { Shop, Visit } from "../visit.ts";
import { releaseHold } from "./book.ts";

export function showSignIn(visit: Visit, shop: Shop): Answer {
  return visit.session === null ? page(signInView(visit, shop)) : redirect("/bookings");
}

/** The demo's sign-in, which believes everybody. Put your own in its place. */
export function signIn(visit: Visit, { customers, sessions, secure }: Shop): Answer {
  const customer = customers.find(({ key }) => key === visit.form.get("customer"));
  if (customer === undefined) return redirect("/sign-in");
  if (visit.session !== null) sessions.close(visit.session);
  const { id } = sessions.open(customer, visit.now.getTime());
  return redirect("/bookings", [cookie("session", id, { secure })]);
}

export async function signOut(visit: Visit, shop: Shop): Promise<Answer> {
  const { sessions, secure, seller } = shop;
  if (visit.session !== null) {
    sessions.close(visit.session);
    if (seller !== null) await releaseHold(visit.session, seller);
  }
  return redirect("/sign-in", [cookie("session", "", { secure, maxAgeSeconds: 0 })]);
}
